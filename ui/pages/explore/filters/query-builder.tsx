import { ActionIcon, Autocomplete, Button, Group, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getAggregateFields } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { readBuckets } from '../../../data/search.js';
import { useOperation } from '../../../data/use-operation.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import { EVERYTHING } from '../asset-tabs.js';
import classes from './query-builder.module.css';
import { FIELDS, needsValue, OPERATORS, type Operator, type Rule, type Rules, readRules } from './query-rules.js';

interface Props {
  /** The query of the address. */
  given: string;
  close(): void;
  apply(rules: Rules): void;
}

const NEW: Rule = { field: 'name.keyword', operator: 'contains', value: '' };

type Row = Rule & { key: number };

/** Conditions on fields, joined by "all" or "one". */
export function QueryBuilder({ given, close, apply }: Props) {
  const t = useWords(exploreWords);
  const known = readRules(given);
  const [join, setJoin] = useState(known?.join ?? 'all');
  const [rows, setRows] = useState<readonly Row[]>(() => {
    const rules = known && known.rules.length > 0 ? known.rules : [NEW];
    return rules.map((rule, key) => ({ ...rule, key }));
  });
  const change = (key: number, next: Partial<Rule>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...next } : row)));
  const rules = rows.map(({ key: _, ...rule }) => rule).filter(isWhole);
  return (
    <Modal
      opened
      onClose={close}
      size={720}
      title={t('advancedTitle')}
      closeButtonProps={{ 'aria-label': t('cancel') }}
    >
      <p className={classes.soft}>{known ? t('advancedText') : t('foreignText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          apply({ join, rules });
        }}
      >
        <Group className={classes.join}>
          <span id="join-label">{t('join')}</span>
          <SegmentedControl
            aria-labelledby="join-label"
            size="xs"
            value={join}
            onChange={(value) => setJoin(value === 'any' ? 'any' : 'all')}
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
              change={(next) => change(row.key, next)}
              remove={() => setRows(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </ul>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setRows([...rows, { ...NEW, key: 1 + Math.max(-1, ...rows.map(({ key }) => key)) }])}
        >
          {t('addRule')}
        </Button>
        <Group justify="flex-end" className={classes.actions}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit">{t('apply')}</Button>
        </Group>
      </form>
    </Modal>
  );
}

function isWhole({ field, operator, value }: Rule): boolean {
  if (!needsValue(operator)) return true;
  return FIELDS[field] === 'time' ? !Number.isNaN(Date.parse(value)) : value.trim() !== '';
}

interface RowProps {
  number: number;
  rule: Rule;
  change(next: Partial<Rule>): void;
  remove(): void;
}

function RuleRow({ number, rule, change, remove }: RowProps) {
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
        <ValueInput rule={rule} kind={kind} change={(value) => change({ value })} />
      ) : (
        <span />
      )}
      <ActionIcon aria-label={t('removeRule', { number })} onClick={remove}>
        <X size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/** Values that exist are offered while one types. */
function ValueInput({ rule, kind, change }: { rule: Rule; kind: string; change(value: string): void }) {
  const t = useWords(exploreWords);
  const [asked] = useDebouncedValue(rule.value, 150);
  const isList = kind === 'value' && !/^(name|displayName)\b/.test(rule.field);
  const answer = useOperation(
    getAggregateFields,
    {
      query: {
        ...{ q: '*', index: EVERYTHING, field: rule.field, size: 20, include_labels: true },
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
