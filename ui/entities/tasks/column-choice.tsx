import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { taskWords } from '../../words/entities/tasks.js';
import classes from './tasks.module.css';

const SHOWN = 100;

interface Props {
  columns: readonly string[];
  chosen: readonly string[];
  set: (chosen: string[]) => void;
  problem: string | undefined;
}

/** Some columns of many, found by typing; those that are chosen come first. */
export function ColumnChoice({ columns, chosen, set, problem }: Props) {
  const t = useWords(taskWords);
  const [text, setText] = useState('');
  const asked = text.trim().toLowerCase();
  const found = columns.filter((name) => name.toLowerCase().includes(asked) && !chosen.includes(name));
  const shown = [...chosen, ...found.slice(0, SHOWN)];
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.label}>{t('columns')}</legend>
      {columns.length > 8 ? (
        <TextInput
          size="xs"
          aria-label={t('findColumns')}
          placeholder={t('findColumns')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.columns}>
        {shown.map((name) => (
          <Checkbox
            key={name}
            size="xs"
            label={name}
            checked={chosen.includes(name)}
            onChange={({ currentTarget }) =>
              set(currentTarget.checked ? [...chosen, name] : chosen.filter((one) => one !== name))
            }
          />
        ))}
      </div>
      {problem ? (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      ) : null}
    </fieldset>
  );
}
