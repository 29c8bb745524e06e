import { ActionIcon } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { editField } from '../../../data/editing/edit.js';
import type { Right } from '../../../data/rights.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { ReferenceChips } from '../../../entities/fields/chips.js';
import fields from '../../../entities/fields/fields.module.css';
import { type Reference, references } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { Hinted } from '../../../kit/hint.js';
import { Panel } from '../../../kit/panel.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';
import classes from '../people.module.css';
import { FoundMultiSelect, type FoundType } from './found-multi-select.js';

interface Props {
  view: EntityView;
  /** The member that refers to them: `roles`. */
  field: string;
  title: string;
  about?: string;
  right?: Right;
  /** What can be chosen. Left out: they are only shown, if there are any. */
  of?: FoundType;
}

/** Entities that another one refers to, with a sentence on what that means, chosen from all there are. */
export function ReferencesPanel({ view, field, title, about, right = 'EditAll', of }: Props) {
  const t = useWords(peopleWords);
  const [opened, setOpened] = useState(false);
  const all = references(view.entity, field);
  const allowed = view.may(right) && !view.entity.deleted;
  const label = t('edit', { name: title.toLowerCase() });
  if (!of && all.length === 0) return null;
  return (
    <Panel
      title={title}
      action={
        of ? (
          <Hinted label={allowed ? label : t('mayNot')}>
            <ActionIcon
              aria-label={label}
              aria-disabled={!allowed || undefined}
              data-disabled={!allowed || undefined}
              onClick={() => allowed && setOpened(true)}
            >
              <Pencil size={14} aria-hidden />
            </ActionIcon>
          </Hinted>
        ) : null
      }
    >
      {about ? <p className={classes.soft}>{about}</p> : null}
      <div className={fields.chips}>
        {all.length === 0 ? <span className={classes.soft}>{t('none')}</span> : null}
        <ReferenceChips references={all} />
      </div>
      {opened && of ? (
        <ChooseDialog
          title={title}
          of={of}
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
  of: FoundType;
  chosen: readonly Reference[];
  close(): void;
  save(chosen: readonly Reference[]): void;
}

function ChooseDialog({ title, of, chosen, close, save }: ChooseProps) {
  const t = useWords(peopleWords);
  const [all, setAll] = useState(chosen);
  return (
    <AskDialog title={title} action={t('save')} close={close} run={async () => save(all)}>
      <FoundMultiSelect label={title} type={of} chosen={all} change={setAll} autoFocus />
    </AskDialog>
  );
}
