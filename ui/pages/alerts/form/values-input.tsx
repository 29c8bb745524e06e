import { MultiSelect, TagsInput } from '@mantine/core';
import { useState } from 'react';
import { useTypeAhead } from '../../../data/search.js';
import { useEnter } from '../../../kit/use-enter.js';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { useWords } from '../../../words/define-words.js';
import { type Source, valueName } from '../sources.js';
import classes from './form.module.css';

const TEST_RESULTS = ['Success', 'Failed', 'Aborted', 'Queued'];
/** Arguments whose values are states. */
const STATES: Readonly<Record<string, readonly string[]>> = {
  testResultList: TEST_RESULTS,
  testStatusList: TEST_RESULTS,
  pipelineStateList: ['Successful', 'Failed', 'Pending', 'Skipped'],
  ingestionPipelineStateList: ['queued', 'running', 'success', 'partialSuccess', 'failed', 'stopped'],
  contractStatusList: ['Success', 'Failed', 'PartialSuccess', 'Aborted', 'Queued', 'Running'],
};

export interface Lookup {
  /** Search index. */
  index: string;
  /** Whether rules compare names, or fully qualified names. */
  by: 'name' | 'fqn';
}

const PEOPLE: Lookup = { index: 'user,team', by: 'name' };
/** Arguments whose values are names of things that can be searched for. */
const LOOKUPS: Readonly<Record<string, Lookup>> = {
  ownerNameList: PEOPLE,
  userList: PEOPLE,
  updateByUserList: { index: 'user', by: 'name' },
  domainList: { index: 'domain', by: 'fqn' },
  tableNameList: { index: 'table', by: 'fqn' },
  testSuiteList: { index: 'testSuite', by: 'fqn' },
};
const EVERYWHERE = 'all';

interface Props {
  label: string;
  argument: string;
  source: Source;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** The values of an argument of a rule: states to choose from, names that are found by typing, or free text. */
export function ValuesInput({ label, argument, source, values, onChange }: Props) {
  const t = useWords(alertFormWords);
  const states = argument === 'eventTypeList' ? source.eventTypes : STATES[argument];
  if (states) {
    return (
      <MultiSelect
        className={classes.values}
        size="xs"
        aria-label={label}
        placeholder={values.length === 0 ? t('choose') : ''}
        hidePickedOptions
        data={states.map((value) => ({ value, label: valueName(argument, value) }))}
        value={[...values]}
        onChange={onChange}
      />
    );
  }
  const isEverything = source.name === 'all';
  const index = isEverything ? EVERYWHERE : [source.name, ...source.containers].join(',');
  const lookup = LOOKUPS[argument] ?? (argument === 'fqnList' ? { index, by: 'fqn' as const } : undefined);
  return <NamesInput label={label} lookup={lookup} values={values} onChange={onChange} />;
}

interface NamesProps {
  label: string;
  lookup: Lookup | undefined;
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
  placeholder?: string;
}

/** Names that are found by typing; a text that is none of them can be entered, too. */
export function NamesInput({ label, lookup, values, onChange, error, placeholder }: NamesProps) {
  const t = useWords(alertFormWords);
  const [text, setText] = useState('');
  const { hits, isCurrent } = useTypeAhead(lookup ? text : '', { index: lookup?.index ?? EVERYWHERE, size: 10 });
  const found = hits.map(({ fqn, source }) => (lookup?.by === 'name' ? String(source.name ?? fqn) : fqn));
  const [first = text.trim()] = found;
  const enter = useEnter({
    text,
    isCurrent,
    take() {
      if (!values.includes(first)) onChange([...values, first]);
      setText('');
    },
  });
  return (
    <TagsInput
      className={classes.values}
      size="xs"
      aria-label={label}
      placeholder={values.length === 0 ? (placeholder ?? t('typeNames')) : ''}
      data={[...new Set(found)]}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={[...values]}
      onChange={onChange}
      error={error}
      {...enter}
    />
  );
}
