import { useState } from 'react';
import { editField } from '../../data/editing/edit.js';
import type { Right } from '../../data/rights.js';
import { useKeys } from '../../data/shortcuts.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import type { EntityView } from '../entity-page.js';
import { ReferenceChips } from './chips.js';
import classes from './fields.module.css';
import { type Choice, Picker } from './picker.js';
import { nameOf, type Reference, references } from './values.js';

export interface ReferenceFieldProps {
  view: EntityView;
  /** The member of the entity: `owners`. */
  field: string;
  right: Right;
  label: string;
  find: string;
  index: string;
  none: string;
  suggestions?: readonly Choice[];
  single?: boolean;
  /** The key that opens it. */
  shortcut?: string;
}

/** Entities that another one refers to, edited in place. */
export function ReferenceField({
  view,
  field,
  right,
  label,
  find,
  index,
  none,
  suggestions,
  single,
  shortcut,
}: ReferenceFieldProps) {
  const t = useWords(entityWords);
  const [opened, setOpened] = useState(false);
  const all = references(view.entity, field);
  const own = all.filter(({ inherited }) => !inherited);
  const allowed = view.may(right) && !view.entity.deleted;
  useKeys(shortcut ? { [shortcut]: allowed ? () => setOpened(true) : undefined } : {});
  function save(chosen: readonly Choice[]) {
    const value = chosen.map((one) => own.find(({ id }) => id === one.key) ?? referenceOf(one));
    void editField(view.target, `/${field}`, value);
  }
  return (
    <div className={classes.field}>
      <div className={`${classes.chips} ${classes.grow}`}>
        {all.length === 0 ? <span className={classes.none}>{none}</span> : null}
        <ReferenceChips references={all} />
      </div>
      <Picker
        label={label}
        find={find}
        index={index}
        chosen={own.map(choiceOf)}
        onSave={save}
        opened={opened}
        setOpened={setOpened}
        forbidden={allowed ? undefined : t('mayNot', { right })}
        {...(suggestions ? { suggestions } : {})}
        {...(single ? { single } : {})}
      />
    </div>
  );
}

export function referenceOf({ key, type, name, fqn }: Choice): Reference {
  return { id: key, type, displayName: name, fullyQualifiedName: fqn };
}

export function choiceOf(reference: Reference): Choice {
  const name = nameOf(reference);
  return { key: reference.id, type: reference.type, name, fqn: reference.fullyQualifiedName ?? name };
}
