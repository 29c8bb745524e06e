import type { TagLabel } from 'cairn/contract';
import { useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import { TagChip } from '../fields/chips.js';
import { type Choice, Picker } from '../fields/picker.js';
import { nameOfLabel } from '../fields/values.js';
import classes from './tasks.module.css';

interface Props {
  labels: readonly TagLabel[];
  set: (labels: TagLabel[]) => void;
  problem?: string | undefined;
}

/** Tags of a form, before they are anywhere. */
export function TagPicker({ labels, set, problem }: Props) {
  const t = useWords(taskWords);
  const [opened, setOpened] = useState(false);
  const chosen = labels.map(
    (label): Choice => ({
      key: label.tagFQN,
      type: label.source === 'Glossary' ? 'glossaryTerm' : 'tag',
      name: nameOfLabel(label),
      fqn: label.tagFQN,
    }),
  );
  return (
    <div>
      <div className={classes.label}>{t('suggestedTags')}</div>
      <div className={classes.people}>
        <div className={classes.chips}>
          {labels.length === 0 ? (
            <span className={classes.soft} role={problem ? 'alert' : undefined}>
              {problem ?? t('noTags')}
            </span>
          ) : null}
          {labels.map((label) => (
            <TagChip key={label.tagFQN} label={label} />
          ))}
        </div>
        <Picker
          label={t('editSuggested')}
          find={t('editSuggested')}
          index="tag,glossaryTerm"
          keyBy="fqn"
          chosen={chosen}
          onSave={(choices) => set(choices.map(labelOf))}
          opened={opened}
          setOpened={setOpened}
        />
      </div>
    </div>
  );
}

function labelOf({ fqn, type, name }: Choice): TagLabel {
  return {
    tagFQN: fqn,
    name,
    source: type === 'glossaryTerm' ? 'Glossary' : 'Classification',
    labelType: 'Manual',
    state: 'Confirmed',
  };
}
