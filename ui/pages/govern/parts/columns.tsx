import { addressOf } from '../../../data/addresses/addresses.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Link } from '../../../kit/link.js';
import cards from '../../../kit/lists/cards.module.css';
import cells from '../../../kit/lists/cells.module.css';
import type { Column } from '../../../kit/lists/grid.js';

interface Row {
  name?: string;
  displayName?: string;
  fullyQualifiedName?: string;
  description?: string;
}

/** The name, as a link to the page. */
export function nameColumn(type: string, title: string): Column<Row> {
  return {
    key: 'name',
    title,
    width: 'minmax(130px, 2fr)',
    sort: nameOf,
    cell: (row) => (
      <Link to={addressOf(type, row.fullyQualifiedName ?? nameOf(row))} className={cells.linked}>
        {nameOf(row)}
      </Link>
    ),
  };
}

export function aboutColumn(title: string): Column<Row> {
  return {
    key: 'description',
    title,
    width: 'minmax(0, 4fr)',
    wideOnly: true,
    cell: ({ description }) => <span className={cards.about}>{description}</span>,
  };
}
