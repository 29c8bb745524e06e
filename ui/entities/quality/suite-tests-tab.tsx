import { Button } from '@mantine/core';
import { triggerTestSuite } from 'cairn/client';
import { Play } from 'lucide-react';
import { cairn } from '../../data/client.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { qualityWords } from '../../words/quality/quality.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { TestList } from './test-list.js';

/** The tests of a suite, which can be run at once. */
export function SuiteTestsTab({ entity, may }: EntityView) {
  const t = useWords(qualityWords);
  const { busy, run } = useAction();
  return (
    <TestList
      label={t('suiteOf', { name: nameOf(entity) })}
      suite={entity.id}
      action={
        may('EditTests') ? (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<Play size={14} aria-hidden />}
            onClick={() =>
              void run(() => cairn.call(triggerTestSuite, { params: { id: entity.id } }), {
                done: t('runStarted'),
                failed: t('failed'),
              })
            }
          >
            {t('run')}
          </Button>
        ) : null
      }
    />
  );
}
