import { Select } from '@mantine/core';
import { NumberField } from '../../kit/number-field.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import classes from './contract.module.css';
import type { Measure } from './contract-draft.js';

export type Unit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

interface Props {
  label: string;
  units: readonly Unit[];
  value: Measure;
  onChange: (value: Measure) => void;
}

/** A span of time: "every 2 days". */
export function MeasureInput({ label, units, value, onChange }: Props) {
  const t = useWords(contractWords);
  return (
    <div className={classes.measure}>
      <NumberField
        label={label}
        min={1}
        whole
        value={value.amount}
        onChange={(amount) => onChange({ ...value, amount })}
      />
      <Select
        aria-label={t('unit', { name: label })}
        allowDeselect={false}
        data={units.map((unit) => ({ value: unit, label: t(`${unit}s`) }))}
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit: unit ?? value.unit })}
      />
    </div>
  );
}
