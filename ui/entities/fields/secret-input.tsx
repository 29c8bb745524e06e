import { Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { MASK } from './mask.js';
import classes from './secret-input.module.css';

interface Props {
  label: string;
  value: unknown;
  onChange: (value: string) => void;
  error?: string | undefined;
  description?: string | undefined;
  hideLabel?: boolean;
  required?: boolean;
  size?: 'xs' | 'sm';
  /** Keys and certificates have lines, which a field of one line would lose. */
  lines?: boolean;
  className?: string | undefined;
}

/** A secret: what is stored is never shown, and stays unless something else is typed. */
export function SecretInput({ label, value, onChange, hideLabel = false, lines = false, size = 'sm', ...rest }: Props) {
  const t = useWords(entityWords);
  const isStored = value === MASK;
  const [wasStored] = useState(isStored);
  const shared = {
    ...rest,
    size,
    ...(hideLabel ? { 'aria-label': label } : { label }),
    // Not a field for passwords: browsers would offer to fill in and keep those of people.
    autoComplete: 'off',
    spellCheck: false,
    classNames: { input: classes.secret ?? '' },
    placeholder: isStored ? t('storedSecret') : '',
    value: isStored || typeof value !== 'string' ? '' : value,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(currentTarget.value === '' && wasStored ? MASK : currentTarget.value),
  };
  return lines ? <Textarea {...shared} autosize minRows={2} maxRows={8} /> : <TextInput {...shared} />;
}
