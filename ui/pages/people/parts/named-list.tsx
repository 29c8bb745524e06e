import { Button } from '@mantine/core';
import type { Operation, Page } from 'cairn/client';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { useMay } from '../../../data/rights.js';
import { refresh } from '../../../data/use-operation.js';
import { usePages } from '../../../data/use-pages.js';
import { CreateDialog } from '../../../entities/create-dialog.js';
import { nameOf } from '../../../entities/fields/values.js';
import { type Made, madeOf } from '../../../entities/made.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Link } from '../../../kit/link.js';
import cells from '../../../kit/lists/cells.module.css';
import type { Column } from '../../../kit/lists/grid.js';
import { PagedGrid } from '../../../kit/lists/paged-grid.js';
import { PageHead } from '../../../kit/page-head.js';
import { Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';

export interface NamedRow {
  id: string;
  name: string;
  displayName?: string;
  description?: string;
  fullyQualifiedName?: string;
}

interface Props<Row extends NamedRow> {
  type: string;
  title: string;
  about: string;
  list: Operation<{
    params: object;
    query: { limit?: number; fields?: string; after?: string };
    body: undefined;
    answer: Page<Row>;
  }>;
  fields?: string;
  icon: LucideIcon;
  empty: [title: string, text: string];
  columns?: readonly Column<Row>[];
  add: string;
  /** Creates one and resolves to its full name. */
  create?(made: Made): Promise<string>;
  /** In place of the form of this list. */
  addTo?: string;
  /** Further fields of the form. */
  form?: ReactNode;
}

/** A page with all entities of a type that there are few of, and a form for new ones. */
export function NamedList<Row extends NamedRow>(props: Props<Row>) {
  const { type, title, about, list, fields, icon, empty, columns = [], add, create, addTo, form } = props;
  const t = useWords(peopleWords);
  const may = useMay(type, 'Create');
  const [adding, setAdding] = useState(false);
  const navigate = useNavigate();
  const pages = usePages(list, { query: fields ? { fields } : {} });
  const button = { size: 'xs', leftSection: <Plus size={14} aria-hidden /> } as const;
  return (
    <>
      <PageHead
        title={title}
        about={about}
        action={
          may === 'no' ? null : addTo ? (
            <Button component={Link} to={addTo} {...button}>
              {add}
            </Button>
          ) : (
            <Button {...button} onClick={() => setAdding(true)}>
              {add}
            </Button>
          )
        }
      />
      <PagedGrid
        of={pages}
        label={title}
        rowKey={({ id }) => id}
        rowName={nameOf}
        onOpen={(row) => void navigate(addressOf(type, row.fullyQualifiedName ?? row.name))}
        columns={[nameColumn<Row>(type, t('name')), ...columns, descriptionColumn<Row>(t('description'))]}
        empty={
          <Empty icon={icon} title={empty[0]}>
            {empty[1]}
          </Empty>
        }
      />
      {adding && create ? (
        <CreateDialog
          title={add}
          help={t('nameHelp')}
          close={() => setAdding(false)}
          create={async (named) => {
            const fqn = await create(madeOf(named));
            await refresh(list);
            void navigate(addressOf(type, fqn));
          }}
        >
          {form}
        </CreateDialog>
      ) : null}
    </>
  );
}

function nameColumn<Row extends NamedRow>(type: string, title: string): Column<Row> {
  return {
    key: 'name',
    title,
    width: 'minmax(140px, 2fr)',
    sort: nameOf,
    cell: (row) => (
      <Link to={addressOf(type, row.fullyQualifiedName ?? row.name)} className={cells.linked}>
        <TypeIcon type={type} size={14} /> {nameOf(row)}
      </Link>
    ),
  };
}

function descriptionColumn<Row extends NamedRow>(title: string): Column<Row> {
  return {
    key: 'description',
    title,
    width: 'minmax(0, 4fr)',
    wideOnly: true,
    cell: ({ description }) => <span className={cells.cut}>{description}</span>,
  };
}
