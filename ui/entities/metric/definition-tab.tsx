import { Button, Select, Textarea, TextInput } from '@mantine/core';
import type { Metric, MetricExpression, MetricGranularity, MetricType, UnitOfMeasurement } from 'cairn/contract';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { edit } from '../../data/editing/edit.js';
import { stepTo } from '../../data/editing/merge.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { Panel } from '../../kit/panel.js';
import { useWords } from '../../words/define-words.js';
import { metricWords } from '../../words/entities/metric.js';
import { wordOf } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import classes from './metric.module.css';

const LANGUAGES = ['SQL', 'Java', 'JavaScript', 'Python', 'External'] as const satisfies MetricExpression['language'][];
const KINDS = [
  ...['COUNT', 'SUM', 'AVERAGE', 'RATIO', 'PERCENTAGE', 'MIN', 'MAX', 'MEDIAN', 'MODE'],
  ...['STANDARD_DEVIATION', 'VARIANCE', 'SIMPLE', 'CUMULATIVE', 'DERIVED', 'CONVERSION', 'OTHER'],
] as const satisfies MetricType[];
const UNITS = [
  ...['COUNT', 'DOLLARS', 'PERCENTAGE', 'TIMESTAMP', 'SIZE', 'REQUESTS', 'EVENTS', 'TRANSACTIONS', 'OTHER'],
] as const satisfies UnitOfMeasurement[];
const GRANULARITIES = [
  ...['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'],
] as const satisfies MetricGranularity[];
const CUSTOM = 'OTHER';

/** How a metric is computed. */
export function DefinitionTab(view: EntityView) {
  const t = useWords(metricWords);
  const [editing, setEditing] = useState(false);
  const { metricExpression, dimensions = [], measures = [], filters = [] } = view.entity as unknown as Metric;
  const lists = [
    { title: t('dimensions'), items: dimensions.map(textOf) },
    { title: t('measures'), items: measures.map(textOf) },
    { title: t('filters'), items: filters.map(({ where }) => where) },
  ];
  const { code, language } = metricExpression ?? {};
  return (
    <div className={classes.stack}>
      <Panel
        title={language ? `${t('code')} (${language})` : t('code')}
        action={
          view.may('EditAll') && view.entity.deleted !== true ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<Pencil size={14} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {t('edit')}
            </Button>
          ) : null
        }
      >
        {code ? (
          <pre className={classes.code}>
            <code>{code}</code>
          </pre>
        ) : (
          <p className={classes.soft}>{t('noCode')}</p>
        )}
      </Panel>
      {lists
        .filter(({ items }) => items.length > 0)
        .map(({ title, items }) => (
          <Panel key={title} title={title}>
            <ul className={classes.list}>
              {items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </Panel>
        ))}
      {editing ? <DefinitionDialog view={view} close={() => setEditing(false)} /> : null}
    </div>
  );
}

function textOf({ name, expression, description }: { name: string; expression?: string; description?: string }) {
  return [expression ? `${name} = ${expression}` : name, ...(description ? [description] : [])].join(': ');
}

function DefinitionDialog({ view, close }: { view: EntityView; close(): void }) {
  const t = useWords(metricWords);
  const metric = view.entity as unknown as Metric;
  const [code, setCode] = useState(metric.metricExpression?.code ?? '');
  const [language, setLanguage] = useState<string>(metric.metricExpression?.language ?? 'SQL');
  const [kind, setKind] = useState<string | null>(metric.metricType ?? null);
  const [unit, setUnit] = useState<string | null>(metric.unitOfMeasurement ?? null);
  const [custom, setCustom] = useState(metric.customUnitOfMeasurement ?? '');
  const [granularity, setGranularity] = useState<string | null>(metric.granularity ?? null);
  const isCustom = unit === CUSTOM;
  async function run() {
    if (isCustom && custom.trim() === '') return false;
    const values = {
      metricExpression: code.trim() === '' ? undefined : { language, code: code.trim() },
      metricType: kind ?? undefined,
      unitOfMeasurement: unit ?? undefined,
      customUnitOfMeasurement: isCustom ? custom.trim() : undefined,
      granularity: granularity ?? undefined,
    };
    const steps = Object.entries(values).flatMap(([field, value]) => stepTo(view.entity, `/${field}`, value));
    return void edit(view.target, steps);
  }
  const choice = (
    label: string,
    values: readonly string[],
    value: string | null,
    set: (next: string | null) => void,
  ) => (
    <Select
      label={label}
      clearable
      placeholder={t('none')}
      data={values.map((one) => ({ value: one, label: wordOf(one) }))}
      value={value}
      onChange={set}
    />
  );
  return (
    <AskDialog title={t('edit')} action={t('save')} close={close} run={run} size={560}>
      <Textarea
        label={t('code')}
        data-autofocus
        autosize
        minRows={3}
        maxRows={16}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Select
        label={t('language')}
        allowDeselect={false}
        data={LANGUAGES}
        value={language}
        onChange={(next) => setLanguage(next ?? 'SQL')}
      />
      {choice(t('kind'), KINDS, kind, setKind)}
      {choice(t('unit'), UNITS, unit, setUnit)}
      {isCustom ? (
        <TextInput
          label={t('customUnit')}
          required
          value={custom}
          onChange={(event) => setCustom(event.currentTarget.value)}
        />
      ) : null}
      {choice(t('granularity'), GRANULARITIES, granularity, setGranularity)}
    </AskDialog>
  );
}
