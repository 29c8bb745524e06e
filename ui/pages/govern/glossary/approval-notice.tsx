import { Alert, Button, Group } from '@mantine/core';
import { listTasks, resolveTask } from 'cairn/client';
import type { Task } from 'cairn/contract';
import { Hourglass } from 'lucide-react';
import { cairn } from '../../../data/client.js';
import { editField } from '../../../data/editing/edit.js';
import { queryClient } from '../../../data/query-client.js';
import { useOperation } from '../../../data/use-operation.js';
import { ReferenceChips } from '../../../entities/fields/chips.js';
import { useTaskRights } from '../../../entities/tasks/use-task-rights.js';
import { useAction } from '../../../kit/states/use-action.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import type { TermView } from './term-overview.js';

/** Who decides about a term that waits for approval; those decide by its task, if it has one. */
export function ApprovalNotice({ view }: { view: TermView }) {
  const t = useWords(governWords);
  const { id, entityStatus, fullyQualifiedName: aboutEntity, reviewers = [] } = view.entity;
  const waits = entityStatus === 'In Review';
  // Also those of the terms below.
  const query = {
    aboutEntity,
    type: 'GlossaryApproval',
    statusGroup: 'open',
    fields: 'about,assignees',
    limit: 100,
  } as const;
  const tasks = useOperation(listTasks, { query }, { enabled: waits }).data?.value.data;
  if (!waits) return null;
  const task = tasks?.find(({ about }) => about?.id === id);
  return (
    <Alert color="yellow" icon={<Hourglass size={16} aria-hidden />} title={t('waits')}>
      <Group gap="xs">
        <ReferenceChips references={task?.assignees ?? reviewers} />
        {task ? (
          <ByTask task={task} />
        ) : tasks && view.may('EditStatus') ? (
          <Buttons decide={(isGood) => editField(view.target, '/entityStatus', isGood ? 'Approved' : 'Rejected')} />
        ) : null}
      </Group>
    </Alert>
  );
}

function ByTask({ task }: { task: Task }) {
  const { resolve } = useTaskRights(task);
  if (!resolve) return null;
  const decide = async (isGood: boolean) => {
    const body = { transitionId: isGood ? 'approve' : 'reject' };
    await cairn.call(resolveTask, { params: { id: task.id }, body });
    await queryClient.invalidateQueries();
  };
  return <Buttons decide={decide} />;
}

function Buttons({ decide }: { decide(isGood: boolean): Promise<unknown> }) {
  const t = useWords(governWords);
  const { busy, run } = useAction();
  const button = (isGood: boolean) => (
    <Button
      size="xs"
      variant={isGood ? 'filled' : 'default'}
      loading={busy}
      onClick={() => void run(() => decide(isGood), { failed: t('notDecided') })}
    >
      {t(isGood ? 'approve' : 'reject')}
    </Button>
  );
  return (
    <>
      {button(true)}
      {button(false)}
    </>
  );
}
