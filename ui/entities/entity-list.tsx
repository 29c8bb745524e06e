import { addressOf } from '../data/addresses/addresses.js';
import { Link } from '../kit/link.js';
import classes from './entity-list.module.css';
import { TypeIcon } from './type-icon.js';

export interface Listed {
  type: string;
  fqn: string;
  name: string;
  /** Default: its type and full name, which are listed once then. */
  key?: string;
  /** The tab that the line leads to. */
  tabs?: readonly string[];
}

/** Entities as lines: sign, name, and where they are. */
export function EntityList({ items }: { items: readonly Listed[] }) {
  return (
    <ul className={classes.list}>
      {items.map(({ type, fqn, name, key = `${type} ${fqn}`, tabs = [] }) => (
        <li key={key}>
          <Link to={addressOf(type, fqn, ...tabs)} className={classes.line}>
            <TypeIcon type={type} named />
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.path}>{fqn}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
