import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { SecretInput } from '../../../entities/fields/secret-input.js';
import { NumberField } from '../../../kit/number-field.js';
import { fieldHelp, fieldName } from '../../../words/connection-fields.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import { kindOf } from './connection-schema.js';
import type { FieldPart } from './field-part.js';

/** Keys and certificates. */
const LINES = /private_?key|certificate|ssl_?key|\bcert|pem|json/i;

/** A field of a connection with one value: text, a number, a switch, a choice, a list of texts or a secret. */
export function LeafInput(part: FieldPart) {
  const t = useWords(serviceWords);
  const { name, schema, value, change, path, problems, isRequired } = part;
  const shared = {
    label: fieldName(name),
    description: fieldHelp(name),
    error: problems[path],
    required: isRequired,
  };
  switch (kindOf(schema)) {
    case 'secret':
      return <SecretInput {...shared} lines={LINES.test(name)} value={value} onChange={change} />;
    case 'switch':
      return (
        <Switch
          label={shared.label}
          description={shared.description}
          error={shared.error}
          checked={(value ?? schema.default) === true}
          onChange={(event) => change(event.currentTarget.checked)}
        />
      );
    case 'number':
      return (
        <NumberField
          {...shared}
          whole={schema.type === 'integer'}
          placeholder={textOf(schema.default)}
          value={typeof value === 'number' ? value : ''}
          onChange={change}
        />
      );
    case 'choice':
      return <Choice {...part} shared={shared} />;
    case 'lines':
      return (
        <Textarea
          {...shared}
          description={shared.description ?? t('onePerLine')}
          autosize
          minRows={1}
          maxRows={8}
          placeholder={linesOf(schema.default)}
          value={linesOf(value)}
          onChange={({ currentTarget }) => change(currentTarget.value === '' ? [] : currentTarget.value.split('\n'))}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          autoComplete="off"
          spellCheck={false}
          placeholder={textOf(schema.default)}
          value={textOf(value)}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
  }
}

interface ChoiceProps extends FieldPart {
  shared: { label: string; description: string | undefined; error: string | undefined; required: boolean };
}

function Choice({ schema, value, change, isRequired, shared }: ChoiceProps) {
  const options = (schema.enum ?? []).filter((one): one is string => typeof one === 'string');
  const hasDefault = schema.default !== undefined;
  return (
    <Select
      {...shared}
      data={options}
      allowDeselect={!isRequired && !hasDefault}
      value={textOf(value) || textOf(schema.default) || null}
      onChange={(next) => change(next ?? undefined)}
    />
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function linesOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join('\n') : '';
}
