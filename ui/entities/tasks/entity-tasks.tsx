import { Button, Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../data/rights.js';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import type { EntityView } from '../entity-page.js';
import { nameOf } from '../fields/values.js';
import { TaskList } from './task-list.js';
import { KINDS, type RequestKind } from './task-requests.js';

const RequestDialog = lazy(() => import('./request-dialog.js').then((m) => ({ default: m.RequestDialog })));

/** Tasks about an entity and what is inside it, and what can be asked for. */
export function EntityTasks({ view }: { view: EntityView }) {
  const t = useWords(taskWords);
  const [kind, setKind] = useState<RequestKind | null>(null);
  const may = useMay('task', 'Create') !== 'no' && !view.entity.deleted;
  const kinds = KINDS.filter(({ fits }) => fits(view.entity));
  return (
    <>
      <TaskList
        query={{ aboutEntity: view.entity.fullyQualifiedName }}
        action={
          may ? (
            <Menu position="bottom-start">
              <Menu.Target>
                <Button size="xs" variant="default" rightSection={<ChevronDown size={14} aria-hidden />}>
                  {t('add')}
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {kinds.map((one) => (
                  <Menu.Item key={one.kind} onClick={() => setKind(one.kind)}>
                    {t(`add.${one.kind}`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          ) : null
        }
      />
      {kind ? (
        <Suspense>
          <RequestDialog kind={kind} view={view} name={nameOf(view.entity)} close={() => setKind(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
