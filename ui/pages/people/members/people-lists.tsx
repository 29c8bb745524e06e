import { Link } from '../../../kit/link.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import classes from '../people.module.css';

const LISTS = ['teams', 'users', 'admins', 'online'] as const;
export type PeopleList = (typeof LISTS)[number];

export function PeopleLists({ open }: { open: PeopleList }) {
  const t = useWords(peopleWords);
  return (
    <nav aria-label={t('lists')} className={classes.lists}>
      {LISTS.map((list) => (
        <Link
          key={list}
          to={`/settings/members/${list === 'online' ? 'online-users' : list}`}
          aria-current={list === open ? 'page' : undefined}
        >
          {t(list)}
        </Link>
      ))}
    </nav>
  );
}
