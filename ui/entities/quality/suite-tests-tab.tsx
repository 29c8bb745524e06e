import { Button } from '@mantine/core';
import {
  addTestCasesToLogicalTestSuite,
  deleteLogicalTestCase,
  getTestSuiteByName,
  listTestCasesFromSearch,
  type TestSuite,
  triggerTestSuite,
} from 'cairn/client';
import { Play, Unlink } from 'lucide-react';
import { useRef, useState } from 'react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { useAction } from '../../kit/states/use-action.js';
import { useFocusBack } from '../../kit/use-focus-back.js';
import { useWords } from '../../words/define-words.js';
import { qualityWords } from '../../words/quality/quality.js';
import type { EntityView } from '../entity-page.js';
import { AddPicker } from '../fields/add-picker.js';
import { nameOf } from '../fields/values.js';
import classes from './quality.module.css';
import { TestList } from './test-list.js';

const NONE: ReadonlySet<string> = new Set();

/** The tests of a suite, which can be run at once. A bundle also takes tests in, and gives them back. */
export function SuiteTestsTab({ entity, may }: EntityView) {
  const t = useWords(qualityWords);
  const { busy, run } = useAction();
  const [selected, setSelected] = useState(NONE);
  const adding = useRef<HTMLButtonElement>(null);
  useFocusBack(selected.size > 0, adding);
  const mayEdit = may('EditTests');
  const isBundle = mayEdit && !(entity as unknown as TestSuite).basic;

  async function add(tests: readonly { id: string }[]) {
    const body = { testSuiteId: entity.id, testCaseIds: tests.map(({ id }) => id) };
    await run(() => cairn.call(addTestCasesToLogicalTestSuite, { body }), { failed: t('failed') });
    await refresh(listTestCasesFromSearch, getTestSuiteByName);
  }
  async function remove() {
    // One after the other: each is a change of the same suite.
    const removeAll = async () => {
      for (const id of selected) await cairn.call(deleteLogicalTestCase, { params: { testSuiteId: entity.id, id } });
    };
    await run(removeAll, { failed: t('failed') });
    setSelected(NONE);
    await refresh(listTestCasesFromSearch, getTestSuiteByName);
  }

  return (
    <>
      {selected.size > 0 ? (
        <Button
          size="xs"
          variant="default"
          loading={busy}
          leftSection={<Unlink size={14} aria-hidden />}
          onClick={() => void remove()}
        >
          {t('removeTests', { count: selected.size })}
        </Button>
      ) : null}
      <TestList
        label={t('suiteOf', { name: nameOf(entity) })}
        suite={entity.id}
        {...(isBundle ? { selected, onSelect: setSelected } : {})}
        action={
          mayEdit ? (
            <span className={classes.actions}>
              {isBundle ? (
                <span className={classes.actions}>
                  {t('addTests')}
                  <AddPicker
                    ref={adding}
                    label={t('addTests')}
                    find={t('findTests')}
                    index="testCase"
                    add={(tests) => void add(tests)}
                  />
                </span>
              ) : null}
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
            </span>
          ) : null
        }
      />
    </>
  );
}
