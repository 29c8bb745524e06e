import { ActionIcon, Autocomplete, Button, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getAggregateFields } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { readBuckets } from '../../data/search.js';
import { useOperation } from '../../data/use-operation.js';
import { useWords } from '../../words/define-words.js';
import { exploreWords } from '../../words/explore.js';
import classes from './conditions.module.css';
import { FIELDS, needsValue, OPERATORS, type Operator, type Rule, type Rules } from './rules.js';

export const NEW_RULE: Rule = { field: 'name.keyword', operator: 'contains', value: '' };

interface Props {
  /** What is shown at first. */
  given: Rules;
  /** The types whose values are offered, joined by commas. */
  index: string;
  /** Called with the conditions that are complete. */
  change(rules: Rules): void;
}

/** Conditions on fields, joined by "all" or "one". */
export function Conditions({ given, index, change }: Props) {
  const t = useWords(exploreWords);
  const [join, setJoin] = useState(given.join);
  const [rows, setRows] = useState(() => given.rules.map((rule, key) => ({ ...rule, key })));
  function show(nextRows: typeof rows, nextJoin = join) {
    setRows(nextRows);
    setJoin(nextJoin);
    change({ join: nextJoin, rules: nextRows.map(({ key: _, ...rule }) => rule).filter(isWhole) });
  }
  return (
    <div>
      <Group className={classes.join}>
        <span id="join-label">{t('join')}</span>
        <SegmentedControl
          aria-labelledby="join-label"
          size="xs"
          value={join}
          onChange={(value) => show(rows, value === 'any' ? 'any' : 'all')}
          data={[
            { value: 'all', label: t('all') },
            { value: 'any', label: t('any') },
          ]}
        />
      </Group>
      <ul className={classes.rows}>
        {rows.map((row, i) => (
          <RuleRow
            key={row.key}
            number={i + 1}
            rule={row}
            index={index}
            change={(next) => show(rows.map((other) => (other === row ? { ...row, ...next } : other)))}
            remove={() => show(rows.filter((other) => other !== row))}
          />
        ))}
      </ul>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => show([...rows, { ...NEW_RULE, key: 1 + Math.max(-1, ...rows.map(({ key }) => key)) }])}
      >
        {t('addRule')}
      </Button>
    </div>
  );
}

function isWhole({ field, operator, value }: Rule): boolean {
  if (!needsValue(operator)) return true;
  return FIELDS[field] === 'time' ? !Number.isNaN(Date.parse(value)) : value.trim() !== '';
}

interface RowProps {
  number: number;
  rule: Rule;
  index: string;
  change(next: Partial<Rule>): void;
  remove(): void;
}

function RuleRow({ number, rule, index, change, remove }: RowProps) {
  const t = useWords(exploreWords);
  const kind = FIELDS[rule.field] ?? 'value';
  function pickField(field: string | null) {
    const operators = OPERATORS[FIELDS[field ?? ''] ?? 'value'];
    const operator = operators.includes(rule.operator) ? rule.operator : (operators[0] ?? 'is');
    change({ field: field ?? rule.field, operator, value: '' });
  }
  return (
    <li className={classes.row}>
      <Select
        aria-label={t('field')}
        allowDeselect={false}
        searchable
        value={rule.field}
        onChange={pickField}
        data={Object.keys(FIELDS).map((value) => ({ value, label: t(`field.${value}` as 'field.serviceType') }))}
      />
      <Select
        aria-label={t('operator')}
        allowDeselect={false}
        value={rule.operator}
        onChange={(value) => change({ operator: (value ?? rule.operator) as Operator })}
        data={OPERATORS[kind].map((value) => ({ value, label: t(`op.${value}`) }))}
      />
      {needsValue(rule.operator) ? (
        <ValueInput rule={rule} kind={kind} index={index} change={(value) => change({ value })} />
      ) : (
        <span />
      )}
      <ActionIcon aria-label={t('removeRule', { number })} onClick={remove}>
        <X size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

interface ValueProps {
  rule: Rule;
  kind: string;
  index: string;
  change(value: string): void;
}

/** Values that exist are offered while one types. */
function ValueInput({ rule, kind, index, change }: ValueProps) {
  const t = useWords(exploreWords);
  const [asked] = useDebouncedValue(rule.value, 150);
  const isList = kind === 'value' && !/^(name|displayName)\b/.test(rule.field);
  const answer = useOperation(
    getAggregateFields,
    {
      query: {
        ...{ q: '*', index, field: rule.field, size: 20, include_labels: true },
        value: `.*${asked.toLowerCase()}.*`,
      },
    },
    { enabled: isList, keepPrevious: true },
  );
  const shared = { 'aria-label': t('value'), value: rule.value };
  if (kind === 'time')
    return <TextInput type="date" {...shared} onChange={(event) => change(event.currentTarget.value)} />;
  if (!isList) return <TextInput {...shared} onChange={(event) => change(event.currentTarget.value)} />;
  const found = answer.data ? readBuckets(answer.data.value as JsonObject, rule.field) : [];
  return <Autocomplete {...shared} onChange={change} data={[...new Set(found.map(({ value }) => value))]} />;
}
