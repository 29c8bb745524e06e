import { Switch, Textarea, TextInput } from '@mantine/core';
import type { JsonObject } from 'cairn/contract';
import { FieldGroup } from '../../../kit/field-group.js';
import { NumberField } from '../../../kit/number-field.js';
import { useWords } from '../../../words/define-words.js';
import { kindText } from '../../../words/format.js';
import { systemWords } from '../../../words/settings/system.js';

interface Props {
  value: JsonObject;
  change(value: JsonObject): void;
}

/** The members of a configuration that a form can change; `type` says which app it is for. */
export function membersOf(value: JsonObject): [name: string, value: unknown][] {
  return Object.entries(value).filter(([name, one]) => name !== 'type' && one !== null && one !== undefined);
}

/** A field for each member of a configuration, by what it holds now; groups are fields in a frame. */
export function ConfigFields({ value, change }: Props) {
  return membersOf(value).map(([name, one]) => (
    <ConfigField
      key={name}
      label={kindText(name)}
      value={one}
      change={(next) => change({ ...value, [name]: next } as JsonObject)}
    />
  ));
}

function ConfigField({ label, value, change }: { label: string; value: unknown; change: (value: unknown) => void }) {
  const t = useWords(systemWords);
  if (typeof value === 'boolean')
    return <Switch label={label} checked={value} onChange={({ currentTarget }) => change(currentTarget.checked)} />;
  if (typeof value === 'number')
    return <NumberField label={label} value={value} onChange={(next) => typeof next === 'number' && change(next)} />;
  if (typeof value === 'string')
    return <TextInput label={label} value={value} onChange={({ currentTarget }) => change(currentTarget.value)} />;
  if (isTexts(value))
    return (
      <Textarea
        label={label}
        description={t('onePerLine')}
        autosize
        minRows={2}
        maxRows={10}
        value={value.join('\n')}
        onChange={({ currentTarget }) => change(currentTarget.value === '' ? [] : currentTarget.value.split('\n'))}
      />
    );
  return (
    <FieldGroup legend={label}>
      {Array.isArray(value) ? (
        value.map((one: unknown, at) => (
          <ConfigField
            // biome-ignore lint/suspicious/noArrayIndexKey: items are neither moved nor removed here
            key={at}
            label={`${label} ${at + 1}`}
            value={one}
            change={(next) => change(value.with(at, next))}
          />
        ))
      ) : (
        <ConfigFields value={value as JsonObject} change={change} />
      )}
    </FieldGroup>
  );
}

/** An empty list is one of texts, too: nothing says what else it would hold. */
function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
