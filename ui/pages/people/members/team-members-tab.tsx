import { ActionIcon } from '@mantine/core';
import { deleteTeamUser, getTeamByName, listUsers, patchTeam } from 'cairn/client';
import { Plus, UserMinus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { type Choice, Picker } from '../../../entities/fields/picker.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Hinted } from '../../../kit/hint.js';
import cells from '../../../kit/lists/cells.module.css';
import { Async, Empty, Failed } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import classes from '../people.module.css';
import { type Person, UserGrid } from './user-grid.js';

const SIZE = 200;

export function TeamMembersTab({ entity, may }: EntityView) {
  const t = useWords(peopleWords);
  const [after, setAfter] = useSearchState('after');
  const [opened, setOpened] = useState(false);
  const [error, setError] = useState<Error>();
  const input = { team: entity.name, limit: SIZE, fields: 'roles,teams', ...(after ? { after } : {}) };
  const answer = useOperation(listUsers, { query: input }, { keepPrevious: true });
  const allowed = may('EditUsers') && !entity.deleted && entity.teamType === 'Group';
  async function change(work: () => Promise<unknown>) {
    setError(undefined);
    try {
      await work();
      await refresh(listUsers, getTeamByName, 'GET /v1/teams/name/{fqn}');
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
  }
  const add = (chosen: readonly Choice[]) =>
    change(() =>
      // Not the operation on all members, which would end the membership of everybody else.
      cairn.call(patchTeam, {
        params: { id: entity.id },
        body: chosen.map(({ key }) => ({ op: 'add', path: '/users/-', value: { id: key, type: 'user' } })),
      }),
    );
  const remove = (person: Person) =>
    change(() => cairn.call(deleteTeamUser, { params: { teamId: entity.id, userId: person.id } }));
  return (
    <>
      {error ? <Failed error={error} small /> : null}
      {allowed ? (
        <div className={classes.line}>
          <span className={classes.soft}>{t('addMembers')}</span>
          <Picker
            label={t('addMembers')}
            find={t('findPeople')}
            index="user"
            chosen={[]}
            onSave={(chosen) => void add(chosen)}
            opened={opened}
            setOpened={setOpened}
          >
            <Plus size={16} aria-hidden />
          </Picker>
        </div>
      ) : null}
      <Async of={answer}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Empty icon={UsersRound} title={t('noMembers')}>
              {t(entity.teamType === 'Group' ? 'noMembersText' : 'groupsOnly')}
            </Empty>
          ) : (
            <>
              <p role="status" className={classes.count}>
                {t('people', { count: paging.total })}
              </p>
              <UserGrid
                label={t('members')}
                people={data}
                {...(allowed
                  ? {
                      action: {
                        title: '',
                        of: (person: Person) => <Remove person={person} run={() => void remove(person)} />,
                      },
                    }
                  : {})}
              />
              <More after={paging.after} go={setAfter} />
            </>
          )
        }
      </Async>
    </>
  );
}

function Remove({ person, run }: { person: Person; run(): void }) {
  const t = useWords(peopleWords);
  const label = t('removeMember', { name: nameOf(person) });
  return (
    <Hinted label={label}>
      <ActionIcon aria-label={label} onClick={run}>
        <UserMinus size={16} aria-hidden />
      </ActionIcon>
    </Hinted>
  );
}

function More({ after, go }: { after: string | undefined; go(after: string, options: { push: boolean }): void }) {
  const t = useWords(peopleWords);
  if (!after) return null;
  return (
    <button type="button" className={cells.linked} onClick={() => go(after, { push: true })}>
      {t('next')}
    </button>
  );
}
