import type { User } from 'cairn/contract';
import type { ReactNode } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Initials } from '../../../kit/initials.js';
import { Link } from '../../../kit/link.js';
import cells from '../../../kit/lists/cells.module.css';
import { type Column, Grid } from '../../../kit/lists/grid.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo } from '../../../words/format.js';
import { peopleWords } from '../../../words/people/people.js';

export type Person = Pick<User, 'id' | 'name'> & Partial<User>;

interface Props {
  label: string;
  people: readonly Person[];
  /** Shown instead of roles and teams. */
  activity?: boolean;
  /** At the end of each row. */
  action?: { title: string; of(person: Person): ReactNode };
}

export function UserGrid({ label, people, activity, action }: Props) {
  const t = useWords(peopleWords);
  const columns: Column<Person>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 'minmax(140px, 2fr)',
      sort: nameOf,
      cell: (person) => (
        <Link to={addressOf('user', person.name)} className={cells.linked}>
          <Initials name={nameOf(person)} /> {nameOf(person)}
        </Link>
      ),
    },
    {
      key: 'email',
      title: t('email'),
      width: 'minmax(0, 2fr)',
      wideOnly: true,
      sort: ({ email }) => email,
      cell: ({ email }) => <span className={cells.cut}>{email}</span>,
    },
  ];
  if (activity)
    columns.push({
      key: 'active',
      title: t('lastActive'),
      width: 'minmax(100px, 1fr)',
      sort: ({ lastActivityTime }) => lastActivityTime,
      cell: ({ lastActivityTime: at }) => (at ? formatAgo(at) : t('never')),
    });
  else
    columns.push(
      {
        key: 'roles',
        title: t('roles'),
        width: 'minmax(0, 2fr)',
        wideOnly: true,
        cell: ({ isAdmin, roles = [] }) => (
          <span className={cells.cut}>{[...(isAdmin ? [t('admin')] : []), ...roles.map(nameOf)].join(', ')}</span>
        ),
      },
      {
        key: 'teams',
        title: t('teams'),
        width: 'minmax(0, 2fr)',
        cell: ({ teams = [] }) => <span className={cells.cut}>{teams.map(nameOf).join(', ')}</span>,
      },
    );
  if (action)
    columns.push({
      key: 'action',
      title: action.title,
      width: '64px',
      align: 'end',
      cell: (person) => action.of(person),
    });
  return <Grid label={label} rows={people} rowKey={({ id }) => id} rowName={nameOf} columns={columns} />;
}
