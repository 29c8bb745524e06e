import { SegmentedControl } from '@mantine/core';
import { useSearchState } from '../../../data/addresses/use-address.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { TaskList } from '../../../entities/tasks/task-list.js';
import { useWords } from '../../../words/define-words.js';
import { taskWords } from '../../../words/entities/tasks.js';

const ROLES = ['assigned', 'created', 'mentioned'] as const;

/** What a person is asked to do, has asked for, and is mentioned in. */
export function TasksTab({ entity: { fullyQualifiedName: fqn } }: EntityView) {
  const t = useWords(taskWords);
  const [given, setRole] = useSearchState('as', 'assigned');
  const role = ROLES.find((one) => one === given) ?? 'assigned';
  const query = { assigned: { assignee: fqn }, created: { createdBy: fqn }, mentioned: { mentionedUser: fqn } };
  return (
    <TaskList
      query={query[role]}
      action={
        <SegmentedControl
          size="xs"
          aria-label={t('which')}
          value={role}
          onChange={(value) => setRole(value)}
          data={ROLES.map((value) => ({ value, label: t(value) }))}
        />
      }
    />
  );
}
