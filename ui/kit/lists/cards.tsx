import type { ReactNode } from 'react';
import { Link } from '../link.js';
import classes from './cards.module.css';

export interface Card {
  /** Where it leads. */
  to: string;
  name: string;
  icon?: ReactNode;
  about?: ReactNode;
  note?: ReactNode;
}

/** Ways to pages, each with a sentence about it. */
export function Cards({ cards }: { cards: readonly Card[] }) {
  return (
    <ul className={classes.cards}>
      {cards.map(({ to, name, icon, about, note }) => (
        <li key={to}>
          <Link to={to} className={classes.card}>
            <span className={classes.name}>
              {icon} {name}
            </span>
            {about ? <span className={classes.about}>{about}</span> : null}
            {note ? <span className={classes.note}>{note}</span> : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
