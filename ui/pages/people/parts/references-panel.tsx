import { ActionIcon, MultiSelect, Tooltip } from '@mantine/core';
import type { Operation, Page } from 'cairn/client';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { editField } from '../../../data/edit.js';
import type { Right } from '../../../data/rights.js';
import { useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { ReferenceChip } from '../../../entities/fields/chips.js';
import fields from '../../../entities/fields/fields.module.css';
import { nameOf, type Reference, references } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/ask-dialog.js';
import { Panel } from '../../../kit/panel.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people.js';
import classes from '../people.module.css';

type List = Operation<{
  params: Record<never, never>;
  query: { limit?: number };
  body: undefined;
  answer: Page<Named>;
}>;
type Named = Omit<Reference, 'type'>;

interface Props {
  view: EntityView;
  /** The member that refers to them: `roles`. */
  field: string;
  title: string;
  about?: string;
  right?: Right;
  /** What can be chosen: the list of a type, and the type. Left out: they are only shown, if there are any. */
  list?: [operation: List, type: string];
}

/** Entities that another one refers to, with a sentence on what that means, chosen from all there are. */
export function ReferencesPanel({ view, field, title, about, right = 'EditAll', list }: Props) {
  const t = useWords(peopleWords);
  const [opened, setOpened] = useState(false);
  const all = references(view.entity, field);
  const allowed = view.may(right) && !view.entity.deleted;
  const label = t('edit', { name: title.toLowerCase() });
  if (!list && all.length === 0) return null;
  return (
    <Panel
      title={title}
      action={
        list ? (
          <Tooltip label={allowed ? label : t('mayNot')}>
            <ActionIcon
              aria-label={label}
              aria-disabled={!allowed || undefined}
              data-disabled={!allowed || undefined}
              onClick={() => allowed && setOpened(true)}
            >
              <Pencil size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ) : null
      }
    >
      {about ? <p className={classes.soft}>{about}</p> : null}
      <div className={fields.chips}>
        {all.length === 0 ? <span className={classes.soft}>{t('none')}</span> : null}
        {all.map((reference) => (
          <ReferenceChip key={reference.id} reference={reference} />
        ))}
      </div>
      {opened && list ? (
        <ChooseDialog
          title={title}
          list={list}
          chosen={all.filter(({ inherited }) => !inherited)}
          close={() => setOpened(false)}
          save={(chosen) => void editField(view.target, `/${field}`, chosen)}
        />
      ) : null}
    </Panel>
  );
}

interface ChooseProps {
  title: string;
  list: [operation: List, type: string];
  chosen: readonly Reference[];
  close(): void;
  save(chosen: readonly Reference[]): void;
}

function ChooseDialog({ title, list: [operation, type], chosen, close, save }: ChooseProps) {
  const t = useWords(peopleWords);
  const [ids, setIds] = useState(chosen.map(({ id }) => id));
  const answer = useOperation(operation, { query: { limit: 1000 } });
  const known = new Map<string, Reference>(chosen.map((one) => [one.id, one]));
  for (const one of answer.data?.value.data ?? [])
    known.set(one.id, { id: one.id, type, name: nameOf(one), displayName: nameOf(one), ...fqnOf(one) });
  return (
    <AskDialog
      title={title}
      action={t('save')}
      close={close}
      run={async () => save(ids.flatMap((id) => known.get(id) ?? []))}
    >
      <MultiSelect
        label={title}
        data-autofocus
        searchable
        value={ids}
        onChange={setIds}
        data={[...known.values()].map((one) => ({ value: one.id, label: nameOf(one) }))}
        maxDropdownHeight={280}
      />
    </AskDialog>
  );
}

function fqnOf({ fullyQualifiedName }: Named): { fullyQualifiedName?: string } {
  return fullyQualifiedName === undefined ? {} : { fullyQualifiedName };
}
