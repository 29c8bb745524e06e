import { Button, Textarea, TextInput } from '@mantine/core';
import type { Operation, Page } from 'cairn/client';
import { type LucideIcon, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { addressOf } from '../../../data/addresses.js';
import { useMay } from '../../../data/rights.js';
import { useNavigate } from '../../../data/use-address.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { AskDialog } from '../../../kit/ask-dialog.js';
import { type Column, Grid } from '../../../kit/grid.js';
import { Link } from '../../../kit/link.js';
import { Async, Empty } from '../../../kit/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people.js';
import classes from '../people.module.css';

export interface NamedRow {
  id: string;
  name: string;
  displayName?: string;
  description?: string;
  fullyQualifiedName?: string;
}

export interface Made {
  name: string;
  displayName?: string;
  description?: string;
}

interface Props<Row extends NamedRow> {
  type: string;
  title: string;
  about: string;
  list: Operation<{ params: object; query: { limit?: number; fields?: string }; body: undefined; answer: Page<Row> }>;
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
  const answer = useOperation(list, { query: { limit: 1000, ...(fields ? { fields } : {}) } } as never);
  const button = { size: 'xs', leftSection: <Plus size={14} aria-hidden /> } as const;
  return (
    <>
      <div className={classes.head}>
        <h1>{title}</h1>
        {may === 'no' ? null : addTo ? (
          <Button component={Link} to={addTo} {...button}>
            {add}
          </Button>
        ) : (
          <Button {...button} onClick={() => setAdding(true)}>
            {add}
          </Button>
        )}
      </div>
      <p className={`${classes.soft} ${classes.gap}`}>{about}</p>
      <Async of={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={icon} title={empty[0]}>
              {empty[1]}
            </Empty>
          ) : (
            <Grid
              label={title}
              rows={data}
              rowKey={({ id }) => id}
              rowName={nameOf}
              onOpen={(row) => void navigate(addressOf(type, row.fullyQualifiedName ?? row.name))}
              columns={[nameColumn<Row>(type, t('name')), ...columns, descriptionColumn<Row>(t('description'))]}
            />
          )
        }
      </Async>
      {adding && create ? (
        <AddDialog
          title={add}
          close={() => setAdding(false)}
          create={async (made) => {
            const fqn = await create(made);
            await refresh(list);
            void navigate(addressOf(type, fqn));
          }}
        >
          {form}
        </AddDialog>
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
      <Link to={addressOf(type, row.fullyQualifiedName ?? row.name)} className={classes.linked}>
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
    cell: ({ description }) => <span className={classes.cut}>{description}</span>,
  };
}

interface AddProps {
  title: string;
  close(): void;
  create(made: Made): Promise<void>;
  children: ReactNode;
}

function AddDialog({ title, close, create, children }: AddProps) {
  const t = useWords(peopleWords);
  const [name, setName] = useState('');
  const [displayName, setDisplayName] = useState('');
  const [description, setDescription] = useState('');
  const [tried, setTried] = useState(false);
  async function run() {
    setTried(true);
    if (name.trim() === '') return false;
    await create({
      name: name.trim(),
      ...(displayName.trim() ? { displayName: displayName.trim() } : {}),
      ...(description.trim() ? { description: description.trim() } : {}),
    });
    return true;
  }
  return (
    <AskDialog title={title} action={t('create')} close={close} run={run}>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        required
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={tried && name.trim() === '' ? t('nameNeeded') : undefined}
      />
      <TextInput
        label={t('displayName')}
        value={displayName}
        onChange={(event) => setDisplayName(event.currentTarget.value)}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      {children}
    </AskDialog>
  );
}
