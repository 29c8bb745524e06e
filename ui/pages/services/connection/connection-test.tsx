import { Button } from '@mantine/core';
import type { TestConnectionResult } from 'cairn/contract';
import { PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../../data/rights.js';
import { refresh } from '../../../data/use-operation.js';
import { entityOperations } from '../../../entities/entity-operations.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { Panel } from '../../../kit/panel.js';
import { useAction } from '../../../kit/states/use-action.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import { problemOf } from './connection-problems.js';
import { runTest, storeResult } from './run-test.js';
import { TestOutcome } from './test-outcome.js';

interface Props {
  view: EntityView;
  config: unknown;
  /** The result of the last test, by any user. */
  last: TestConnectionResult | undefined;
  allowed: boolean;
}

/** What became of the last test of a connection, and a new one, with the stored secrets. */
export function ConnectionTest({ view, config, last, allowed }: Props) {
  const t = useWords(serviceWords);
  const may = useMay('workflow', 'Create');
  const { busy, run } = useAction();
  const [running, setRunning] = useState<TestConnectionResult>();
  const { entity, type } = view;
  const path = `/v1/services/${type}s`;
  async function test() {
    try {
      const tested = { type, serviceType: String(entity.serviceType), config, serviceName: entity.name };
      await storeResult(path, entity.id, await runTest(tested, setRunning));
    } catch (error) {
      throw new Error(problemOf(error).text);
    } finally {
      await refresh(entityOperations(path).get);
      setRunning(undefined);
    }
  }
  return (
    <Panel
      title={t('tested')}
      action={
        allowed && may !== 'no' ? (
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<PlugZap size={14} aria-hidden />}
            onClick={() => void run(test, { failed: t('testFailed') })}
          >
            {t('test')}
          </Button>
        ) : null
      }
    >
      <TestOutcome result={running ?? last} />
    </Panel>
  );
}
