import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { useWords } from '../../../words/define-words.js';
import classes from './form.module.css';

/** How the server shows a secret that it keeps; sent back, it leaves the secret as it is. */
const MASK = '*********';

interface Props {
  label: string;
  value: unknown;
  onChange: (value: string) => void;
  error?: string | undefined;
  hideLabel?: boolean;
}

/** A secret: what is stored is never shown, and stays unless something else is typed. */
export function SecretInput({ label, value, onChange, error, hideLabel = false }: Props) {
  const t = useWords(alertFormWords);
  const isStored = value === MASK;
  const [wasStored] = useState(isStored);
  return (
    <TextInput
      size="xs"
      {...(hideLabel ? { 'aria-label': label } : { label })}
      // Not a field for passwords: browsers would offer to fill in and keep those of people.
      autoComplete="off"
      spellCheck={false}
      classNames={{ input: classes.secret ?? '' }}
      className={classes.values}
      placeholder={isStored ? t('storedSecret') : ''}
      value={isStored || typeof value !== 'string' ? '' : value}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' && wasStored ? MASK : currentTarget.value)}
      error={error}
    />
  );
}
