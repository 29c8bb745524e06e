import { Select } from '@mantine/core';
import { useState } from 'react';
import { type Hit, useTypeAhead } from '../../../data/search.js';
import { useEnter } from '../../../kit/use-enter.js';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';

interface Props {
  label: string;
  description?: string;
  /** Of which things: of one type, because names are unique among them only. */
  index: string;
  /** The full name of what is chosen. */
  value: string;
  change(fqn: string, hit: Hit | undefined): void;
  disabled?: boolean;
}

/** Chooses one entity by typing; its full name is the value. */
export function FoundSelect({ label, description, index, value, change, disabled = false }: Props) {
  const t = useWords(accessWords);
  const [text, setText] = useState('');
  const { hits, isCurrent } = useTypeAhead(disabled ? '' : text || '*', { index, size: 20 });
  const data = hits.map(({ fqn, name }) => ({ value: fqn, label: name === fqn ? name : `${name} (${fqn})` }));
  if (value !== '' && !data.some((one) => one.value === value)) data.push({ value, label: value });
  const shown = data.find((one) => one.value === value)?.label;
  const enter = useEnter({ text: text === shown ? '' : text, isCurrent });
  return (
    <Select
      label={label}
      {...(description ? { description } : {})}
      searchable
      clearable
      clearButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
      disabled={disabled}
      nothingFoundMessage={t('nothingFound')}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      searchValue={text}
      onSearchChange={setText}
      onChange={(next) =>
        change(
          next ?? '',
          hits.find(({ fqn }) => fqn === next),
        )
      }
      data={data}
      {...enter}
    />
  );
}
