import { Select } from '@mantine/core';
import { useWords } from '../../../words/define-words.js';
import { tokensWords } from '../../../words/people/tokens.js';
import { EXPIRIES, type Expiry, toExpiry } from './expiry.js';

interface Props {
  value: Expiry;
  change(value: Expiry): void;
  from?: readonly Expiry[];
}

export function ExpirySelect({ value, change, from = EXPIRIES }: Props) {
  const t = useWords(tokensWords);
  return (
    <Select
      label={t('expiry')}
      allowDeselect={false}
      value={value}
      onChange={(next) => change(toExpiry(next))}
      data={from.map((one) => ({ value: one, label: t(`expiry.${one}`) }))}
    />
  );
}
