import type { TagLabel } from 'cairn/contract';
import { useState } from 'react';
import { useKeys } from '../../data/shortcuts.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { TagChip } from './chips.js';
import classes from './fields.module.css';
import { type Choice, Picker } from './picker.js';
import { labelOf, nameOfLabel } from './values.js';

interface Props {
  labels: readonly TagLabel[];
  save: (labels: TagLabel[]) => void;
  allowed: boolean;
  label?: string;
  shortcut?: string;
}

/** Tags and glossary terms of an entity or a column, edited in place. Those that come with a term stay as they are. */
export function TagField({ labels, save, allowed, label, shortcut }: Props) {
  const t = useWords(entityWords);
  const [opened, setOpened] = useState(false);
  useKeys(shortcut ? { [shortcut]: allowed ? () => setOpened(true) : undefined } : {});
  const own = labels.filter(({ labelType }) => labelType !== 'Derived');
  function onSave(chosen: readonly Choice[]) {
    save(chosen.map((choice) => own.find(({ tagFQN }) => tagFQN === choice.fqn) ?? labelOf(choice)));
  }
  return (
    <div className={classes.field}>
      <div className={`${classes.chips} ${classes.grow}`}>
        {labels.length === 0 && !label ? <span className={classes.none}>{t('noTags')}</span> : null}
        {labels.map((one) => (
          <TagChip key={`${one.source} ${one.tagFQN}`} label={one} />
        ))}
      </div>
      <Picker
        label={label ?? t('editTags')}
        find={t('findTags')}
        index="tag,glossaryTerm"
        keyBy="fqn"
        chosen={own.map(choiceOf)}
        onSave={onSave}
        opened={opened}
        setOpened={setOpened}
        forbidden={allowed ? undefined : t('mayNot', { right: 'EditTags' })}
      />
    </div>
  );
}

function choiceOf(label: TagLabel): Choice {
  const type = label.source === 'Glossary' ? 'glossaryTerm' : 'tag';
  return { key: label.tagFQN, type, name: nameOfLabel(label), fqn: label.tagFQN };
}
