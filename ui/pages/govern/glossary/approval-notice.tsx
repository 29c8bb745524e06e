import { Alert, Button, Group } from '@mantine/core';
import { listTasks } from 'cairn/client';
import { Hourglass } from 'lucide-react';
import { editField } from '../../../data/editing/edit.js';
import { useOperation } from '../../../data/use-operation.js';
import { ReferenceChip } from '../../../entities/fields/chips.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import type { TermView } from './term-overview.js';

const IN_REVIEW = 'In Review';

/** Who decides about a term that waits for approval; a decision also ends its task. */
export function ApprovalNotice({ view }: { view: TermView }) {
  const t = useWords(governWords);
  const { entityStatus, fullyQualifiedName } = view.entity;
  const waits = entityStatus === IN_REVIEW;
  const tasks = useOperation(
    listTasks,
    { query: { aboutEntity: fullyQualifiedName, statusGroup: 'open', fields: 'assignees', limit: 10 } },
    { enabled: waits },
  ).data?.value.data;
  if (!waits) return null;
  return (
    <Alert color="yellow" icon={<Hourglass size={16} aria-hidden />} title={t('waits')}>
      <Group gap="xs">
        {tasks?.flatMap(({ id, assignees = [] }) =>
          assignees.map((person) => <ReferenceChip key={`${id} ${person.id}`} reference={person} />),
        )}
        <Button size="xs" onClick={() => void editField(view.target, '/entityStatus', 'Approved')}>
          {t('approve')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void editField(view.target, '/entityStatus', 'Rejected')}>
          {t('reject')}
        </Button>
      </Group>
    </Alert>
  );
}
