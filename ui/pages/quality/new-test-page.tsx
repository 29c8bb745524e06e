import { Button, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  createTestCase,
  listTestCasesFromSearch,
  listTestDefinitions,
  searchTableColumnsByName,
  type TestDefinition,
} from 'cairn/client';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate, useSearchState } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { useFormDraft } from '../../data/editing/use-form-draft.js';
import { useTypeAhead } from '../../data/search.js';
import { isAnswered, refresh, useOperation } from '../../data/use-operation.js';
import { nameOf } from '../../entities/fields/values.js';
import { Link } from '../../kit/link.js';
import { Restored } from '../../kit/states/restored.js';
import { sentenceOf } from '../../kit/states/sentence.js';
import { tell } from '../../kit/states/tell.js';
import { useEnter } from '../../kit/use-enter.js';
import { useWords } from '../../words/define-words.js';
import { sentenceCase } from '../../words/format.js';
import { newTestWords } from '../../words/quality/new-test.js';
import classes from './new-test-page.module.css';
import { ParameterInput } from './parameter-input.js';

const WHOLE = '';

interface Typed {
  kind: string | null;
  /** The name. */
  given: string;
  /** Whether failed rows are counted. */
  counts: boolean;
  /** Of parameters, by name. */
  values: Readonly<Record<string, string>>;
}

const NOTHING: Typed = { kind: null, given: '', counts: false, values: {} };

/** A new test in one form: what is tested, how, and what it expects. */
export function NewTestPage() {
  const t = useWords(newTestWords);
  const navigate = useNavigate();
  const [table, setTable] = useSearchState('table');
  const [column, setColumn] = useSearchState('column');
  const { typed, change, restored, startOver, forget } = useFormDraft(NOTHING, { part: table });
  const { kind, given, counts, values } = typed;
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const dataType = useColumnType(table, column);
  const definitions = useDefinitions(column === WHOLE ? 'TABLE' : 'COLUMN', dataType);
  const definition = definitions.find(({ name }) => name === kind);
  const suggested = definition ? `${column || table.split('.').at(-1)}_${definition.name}` : '';
  async function send() {
    if (table === '' || !definition) return setProblem(t('needed'));
    setBusy(true);
    setProblem(undefined);
    const names = new Set((definition.parameterDefinition ?? []).map(({ name }) => name));
    try {
      const made = await cairn.call(createTestCase, {
        body: {
          name: given.trim() || suggested,
          testDefinition: definition.fullyQualifiedName ?? definition.name,
          entityLink: `<#E::table::${table}${column === WHOLE ? '' : `::columns::${column}`}>`,
          parameterValues: Object.entries(values).flatMap(([name, value]) =>
            names.has(name) && value !== '' ? [{ name, value }] : [],
          ),
          ...(definition.supportsRowLevelPassedFailed ? { computePassedFailedRowCount: counts } : {}),
        },
      });
      forget();
      await refresh(listTestCasesFromSearch);
      tell({ message: t('added', { name: nameOf(made) }) });
      void navigate(addressOf('testCase', made.fullyQualifiedName ?? made.name));
    } catch (error) {
      setProblem(sentenceOf(error));
      setBusy(false);
    }
  }
  return (
    <>
      <h1 className={classes.head}>{t('title')}</h1>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Restored when={restored} startOver={startOver} />
        <TableSelect
          value={table}
          onChange={(value) => {
            setTable(value);
            setColumn(WHOLE);
          }}
        />
        <ColumnSelect
          table={table}
          value={column}
          onChange={(value) => {
            setColumn(value);
            change({ kind: null });
          }}
        />
        <Select
          label={t('kind')}
          searchable
          placeholder={t('choose')}
          description={definition?.description}
          data={definitions.map((one) => ({ value: one.name, label: sentenceCase(nameOf(one)) }))}
          value={definition ? kind : null}
          onChange={(next) => change({ kind: next })}
        />
        {(definition?.parameterDefinition ?? []).map((parameter) => (
          <ParameterInput
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name ?? ''] ?? ''}
            onChange={(value) => change({ values: { ...values, [parameter.name ?? '']: value } })}
          />
        ))}
        {definition?.supportsRowLevelPassedFailed ? (
          <Switch
            label={t('rowCounts')}
            checked={counts}
            onChange={(event) => change({ counts: event.currentTarget.checked })}
          />
        ) : null}
        <TextInput
          label={t('name')}
          placeholder={suggested}
          description={suggested === '' ? undefined : t('nameText')}
          value={given}
          onChange={(event) => change({ given: event.currentTarget.value })}
        />
        {problem ? (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        ) : null}
        <div className={classes.actions}>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
          <Button component={Link} to="/data-quality/test-cases" variant="default" onClick={forget}>
            {t('cancel')}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Kinds of tests that fit; those that follow the profile run by themselves. */
function useDefinitions(entityType: 'TABLE' | 'COLUMN', dataType: string | undefined): TestDefinition[] {
  const answer = useOperation(
    listTestDefinitions,
    { query: { entityType, enabled: true, limit: 1000 } },
    { staleTime: 600_000 },
  );
  const all = answer.data?.value.data ?? [];
  return all.filter(
    ({ supportedDataTypes = [] }) =>
      supportedDataTypes.length === 0 || !dataType || supportedDataTypes.some((one) => one === dataType),
  );
}

/** A table, found by typing. */
function TableSelect({ value, onChange }: { value: string; onChange: (fqn: string) => void }) {
  const t = useWords(newTestWords);
  const [text, setText] = useState(value);
  const { hits, isCurrent } = useTypeAhead(text, { index: 'table', size: 12 });
  const names = new Set([...hits.map(({ fqn }) => fqn), ...(value === '' ? [] : [value])]);
  const enter = useEnter({ text: text === value ? '' : text, isCurrent });
  return (
    <Select
      label={t('table')}
      placeholder={t('findTable')}
      searchable
      allowDeselect={false}
      data={[...names]}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={value === '' ? null : value}
      onChange={(next) => next && onChange(next)}
      {...enter}
    />
  );
}

const SHOWN = 50;

/** Columns of a table whose names contain a text. Parts of columns are not tested. */
function useColumns(table: string, text: string, enabled = true) {
  const answer = useOperation(
    searchTableColumnsByName,
    { params: { fqn: table }, query: { limit: SHOWN, ...(text === '' ? {} : { q: text }) } },
    { enabled: enabled && table !== '', keepPrevious: true, staleTime: 60_000 },
  );
  const isWhole = ({ name, fullyQualifiedName: fqn }: { name: string; fullyQualifiedName?: string }) =>
    fqn === `${table}.${name}` || fqn === `${table}."${name}"`;
  return { columns: (answer.data?.value.data ?? []).filter(isWhole), isCurrent: isAnswered(answer) };
}

function useColumnType(table: string, column: string) {
  return useColumns(table, column, column !== WHOLE).columns.find(({ name }) => name === column)?.dataType;
}

/** The whole table, or one of its columns, found by typing. */
function ColumnSelect({ table, value, onChange }: { table: string; value: string; onChange: (name: string) => void }) {
  const t = useWords(newTestWords);
  const shown = value === WHOLE ? t('wholeTable') : value;
  const [text, setText] = useState(shown);
  const typed = text === shown ? '' : text.trim();
  const [asked] = useDebouncedValue(typed, 120);
  const { columns, isCurrent } = useColumns(table, asked);
  const enter = useEnter({ text: typed, isCurrent: isCurrent && asked === typed });
  const types = new Map(columns.map(({ name, dataTypeDisplay, dataType }) => [name, dataTypeDisplay || dataType]));
  const names = new Set([...(asked === '' ? [WHOLE] : []), ...types.keys(), ...(value === WHOLE ? [] : [value])]);
  return (
    <Select
      label={t('column')}
      searchable
      allowDeselect={false}
      disabled={table === ''}
      filter={({ options }) => options}
      nothingFoundMessage={t('noColumn')}
      data={[...names].map((name) => ({ value: name, label: name === WHOLE ? t('wholeTable') : name }))}
      renderOption={({ option }) => (
        <span>
          {option.label} <span className={classes.soft}>{types.get(option.value)?.toLowerCase()}</span>
        </span>
      )}
      searchValue={text}
      onSearchChange={setText}
      value={value}
      onChange={(next) => onChange(next ?? WHOLE)}
      {...enter}
    />
  );
}
