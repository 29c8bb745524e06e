import type { TableConstraint } from 'cairn/contract';
import { ArrowRight } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { containersOfFqn, partsOfFqn } from '../../data/addresses/fqn.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { tableWords } from '../../words/entities/table.js';
import classes from './columns.module.css';

/** How many parts of the name of a column are those of its table. */
const TABLE_PARTS = 4;

/** The keys of a table, and the columns that foreign keys refer to. */
export function Keys({ constraints }: { constraints: readonly TableConstraint[] }) {
  const t = useWords(tableWords);
  return (
    <ul className={classes.keys}>
      {constraints.map(({ constraintType = 'UNIQUE', columns = [], referredColumns = [] }) => (
        <li key={`${constraintType} ${columns.join()} ${referredColumns.join()}`}>
          {t(`key.${constraintType}`)}: <span className={classes.keyed}>{columns.join(', ')}</span>
          {referredColumns.map((column) => (
            <span key={column} className={classes.refers}>
              <ArrowRight size={12} aria-hidden />{' '}
              <Link to={addressOf('table', tableOf(column))}>
                {partsOfFqn(column)
                  .slice(TABLE_PARTS - 1)
                  .join('.')}
              </Link>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function tableOf(column: string): string {
  return containersOfFqn(column)[TABLE_PARTS - 1] ?? column;
}
