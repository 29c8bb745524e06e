import { TextInput } from '@mantine/core';
import { Search } from 'lucide-react';

interface Props {
  label: string;
  value: string;
  onChange: (text: string) => void;
  className?: string | undefined;
  small?: boolean;
}

/** A field whose text says which rows of a list are shown. */
export function FindField({ label, value, onChange, className, small = false }: Props) {
  return (
    <TextInput
      {...(className === undefined ? {} : { className })}
      {...(small ? { size: 'xs' } : {})}
      aria-label={label}
      placeholder={label}
      leftSection={<Search size={small ? 14 : 16} aria-hidden />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
