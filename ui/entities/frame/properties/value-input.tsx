import { ActionIcon, Button, MultiSelect, Select, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { NumberField } from '../../../kit/number-field.js';
import { useWords } from '../../../words/define-words.js';
import { propertyValueWords } from '../../../words/entities/property-values.js';
import { fromField, toField } from '../../announcements/local-time.js';
import { ReferenceChips } from '../../fields/chips.js';
import { type Choice, Picker } from '../../fields/picker.js';
import { choiceOf, referenceOf } from '../../fields/reference-field.js';
import type { Reference } from '../../fields/values.js';
import classes from '../frame.module.css';
import { LINES, NUMBERS, type Property } from './property.js';
import type { TableValue } from './property-value.js';

/** Whether a value of a property says nothing, so that it is not stored. */
export function isNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== 'object') return value === '';
  const { url, start, end, rows } = value as { url?: string; start?: number; end?: number; rows?: unknown[] };
  return !url && start === undefined && end === undefined && (rows ?? []).length === 0 && !('id' in value);
}

interface InputProps {
  property: Property;
  value: unknown;
  change(value: unknown): void;
}

/** The field of a form for a value of a custom property. */
export function ValueInput(props: InputProps) {
  const kind = props.property.propertyType?.name ?? '';
  if (LINES.has(kind)) return <LineInput {...props} isNumber={NUMBERS.has(kind)} />;
  switch (kind) {
    case 'enum':
      return <ChoiceInput {...props} />;
    case 'hyperlink-cp':
      return <LinkInput {...props} />;
    case 'timeInterval':
      return <IntervalInput {...props} />;
    case 'table-cp':
      return <TableInput {...props} />;
    default:
      return <ReferenceInput {...props} />;
  }
}

function LineInput({ property, value, change, isNumber }: InputProps & { isNumber: boolean }) {
  const label = property.displayName || property.name;
  if (isNumber)
    return (
      <NumberField
        label={label}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => change(next === '' ? undefined : next)}
      />
    );
  return (
    <TextInput
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

function ChoiceInput({ property, value, change }: InputProps) {
  const t = useWords(propertyValueWords);
  const { values = [], multiSelect } = (property.customPropertyConfig?.config ?? {}) as {
    values?: string[];
    multiSelect?: boolean;
  };
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const shared = { label: property.displayName || property.name, data: values, 'data-autofocus': true } as const;
  if (multiSelect) return <MultiSelect {...shared} searchable value={chosen} onChange={change} />;
  return (
    <Select
      {...shared}
      searchable
      clearable
      clearButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
      placeholder={t('none')}
      value={chosen[0] ?? null}
      onChange={(next) => change(next === null ? [] : [next])}
    />
  );
}

function LinkInput({ value, change }: InputProps) {
  const t = useWords(propertyValueWords);
  const link = (value ?? {}) as { url?: string; displayText?: string };
  const field = (key: 'url' | 'displayText') => ({
    label: t(key),
    value: link[key] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { [key]: _, ...rest } = link;
      const text = event.currentTarget.value;
      change(text === '' ? rest : { ...rest, [key]: text });
    },
  });
  return (
    <>
      <TextInput {...field('url')} type="url" data-autofocus />
      <TextInput {...field('displayText')} />
    </>
  );
}

function IntervalInput({ value, change }: InputProps) {
  const t = useWords(propertyValueWords);
  const interval = (value ?? {}) as { start?: number; end?: number };
  return (['start', 'end'] as const).map((key) => (
    <TextInput
      key={key}
      type="datetime-local"
      label={t(key)}
      value={interval[key] === undefined ? '' : toField(interval[key])}
      onChange={(event) => {
        const { [key]: _, ...rest } = interval;
        const time = fromField(event.currentTarget.value);
        change(time === null ? rest : { ...rest, [key]: time });
      }}
    />
  ));
}

function ReferenceInput({ property, value, change }: InputProps) {
  const t = useWords(propertyValueWords);
  const [opened, setOpened] = useState(false);
  const single = property.propertyType?.name === 'entityReference';
  const types = property.customPropertyConfig?.config;
  const all = (Array.isArray(value) ? value : value ? [value] : []) as Reference[];
  function save(choices: readonly Choice[]) {
    const chosen = choices.map((one) => all.find(({ id }) => id === one.key) ?? referenceOf(one));
    change(single ? chosen[0] : chosen);
  }
  return (
    <div className={classes.titleLine}>
      <div className={classes.stack}>
        {all.length === 0 ? <span className={classes.soft}>{t('noneChosen')}</span> : null}
        <ReferenceChips references={all} />
      </div>
      <Picker
        label={t('edit', { name: t('chosen').toLowerCase() })}
        find={t('find')}
        index={Array.isArray(types) && types.length > 0 ? types.join(',') : 'all'}
        chosen={all.map(choiceOf)}
        onSave={save}
        opened={opened}
        setOpened={setOpened}
        {...(single ? { single } : {})}
      />
    </div>
  );
}

function TableInput({ property, value, change }: InputProps) {
  const t = useWords(propertyValueWords);
  const { columns = [] } = (property.customPropertyConfig?.config ?? {}) as { columns?: string[] };
  const { rows = [] } = (value ?? {}) as TableValue;
  const set = (next: Record<string, string>[]) => change({ columns, rows: next });
  return (
    <>
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name
        <div key={i} className={classes.cells}>
          {columns.map((column) => (
            <TextInput
              key={column}
              size="xs"
              aria-label={t('cell', { column, number: i + 1 })}
              placeholder={column}
              value={row[column] ?? ''}
              onChange={(event) => {
                const { value: cell } = event.currentTarget;
                set(rows.map((one, at) => (at === i ? { ...one, [column]: cell } : one)));
              }}
            />
          ))}
          <ActionIcon
            aria-label={t('removeRow', { number: i + 1 })}
            onClick={() => set(rows.filter((_, at) => at !== i))}
          >
            <Trash2 size={14} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => set([...rows, {}])}
        >
          {t('addRow')}
        </Button>
      </div>
    </>
  );
}
