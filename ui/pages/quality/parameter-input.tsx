import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { TestCaseParameterDefinition } from 'cairn/contract';
import { NumberField } from '../../kit/number-field.js';
import { kindText, sentenceCase } from '../../words/format.js';

interface Props {
  parameter: TestCaseParameterDefinition;
  /** As it is stored: a text, lists as JSON. */
  value: string;
  onChange: (value: string) => void;
}

const NUMBERS = new Set(['INT', 'NUMBER', 'FLOAT', 'DOUBLE', 'DECIMAL', 'NUMERIC', 'BIGINT']);

/** The value of a parameter, by its type. */
export function ParameterInput({ parameter, value, onChange }: Props) {
  const { name = '', displayName, description, dataType = 'STRING', required, optionValues = [] } = parameter;
  const shared = {
    label: displayName ? sentenceCase(displayName) : kindText(name),
    description,
    withAsterisk: required === true,
  };
  if (optionValues.length > 0)
    return (
      <Select
        {...shared}
        clearable={!required}
        data={[...new Set(optionValues.map(String))]}
        value={value || null}
        onChange={(next) => onChange(next ?? '')}
      />
    );
  if (dataType === 'BOOLEAN') {
    const { withAsterisk: _, ...others } = shared;
    return (
      <Switch
        {...others}
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    );
  }
  if (NUMBERS.has(dataType)) return <NumberField {...shared} value={value} onChange={(_, text) => onChange(text)} />;
  if (dataType === 'ARRAY' || dataType === 'SET')
    return (
      <TagsInput
        {...shared}
        value={readList(value)}
        onChange={(next) => onChange(next.length === 0 ? '' : JSON.stringify(next))}
      />
    );
  if (name === 'sqlExpression')
    return (
      <Textarea
        {...shared}
        autosize
        minRows={4}
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return <TextInput {...shared} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
}

function readList(text: string): string[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map(String) : [];
  } catch {
    return [];
  }
}
