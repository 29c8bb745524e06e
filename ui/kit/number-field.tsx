import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'step'> {
  value: number | string;
  /** The number, nothing for an empty field; and the text, for numbers that JavaScript would round. */
  onChange: (value: number | '', text: string) => void;
  min?: number;
  max?: number;
  step?: number;
  whole?: boolean;
}

const WHOLE = /^-?\d*$/;
const DECIMAL = /^-?\d*\.?\d*$/;

/** A field for a number; that of Mantine is larger than all other fields together. Arrows change it by a step. */
export function NumberField({ value, onChange, min, max, step = 1, whole = false, ...rest }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const limited = (number: number) => Math.min(max ?? number, Math.max(min ?? number, number));
  function take(text: string) {
    if (!(whole ? WHOLE : DECIMAL).test(text)) return;
    setTyped(text);
    if (text === '') onChange('', '');
    else if (/\d/.test(text)) onChange(Number(text), text);
  }
  function onKeyDown(event: KeyboardEvent) {
    const way = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    // Sums of decimals such as 0.1 are rounded.
    take(String(Number(limited(Number(value) + way * step).toFixed(6))));
  }
  return (
    <TextInput
      {...rest}
      inputMode={whole ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed ?? String(value)}
      onChange={(event) => take(event.currentTarget.value.trim())}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setTyped(null);
        const number = Number(value);
        if (value !== '' && limited(number) !== number) onChange(limited(number), String(limited(number)));
      }}
    />
  );
}
