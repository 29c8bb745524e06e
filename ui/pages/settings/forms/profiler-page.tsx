import { ActionIcon, Button, MultiSelect, Select, Switch } from '@mantine/core';
import type { JsonObject, MetricConfigurationDefinition, ProfilerConfiguration } from 'cairn/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useMe } from '../../../data/rights.js';
import { useWords } from '../../../words/define-words.js';
import { spaced } from '../../../words/format.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';
import { SettingFrame } from './setting-form.js';
import { useSetting } from './use-setting.js';

type Metric = NonNullable<MetricConfigurationDefinition['metrics']>[number];
type DataType = NonNullable<MetricConfigurationDefinition['dataType']>;

/** Figures of columns that a profiler can measure. */
const METRICS: readonly Metric[] = [
  ...(['valuesCount', 'nullCount', 'nullProportion', 'distinctCount', 'distinctProportion', 'uniqueCount'] as const),
  ...(['uniqueProportion', 'duplicateCount', 'min', 'max', 'mean', 'sum', 'stddev', 'median'] as const),
  ...(['firstQuartile', 'thirdQuartile', 'interQuartileRange', 'nonParametricSkew'] as const),
  ...(['minLength', 'maxLength', 'histogram', 'cardinalityDistribution'] as const),
];

const TYPES: readonly DataType[] = [
  ...(['ARRAY', 'BIGINT', 'BINARY', 'BIT', 'BLOB', 'BOOLEAN', 'BYTEA', 'BYTES', 'CHAR', 'CLOB', 'DATE'] as const),
  ...(['DATETIME', 'DECIMAL', 'DOUBLE', 'ENUM', 'FLOAT', 'GEOGRAPHY', 'GEOMETRY', 'INT', 'INTERVAL', 'JSON'] as const),
  ...(['LONG', 'LONGBLOB', 'MAP', 'MEDIUMTEXT', 'NTEXT', 'NUMBER', 'NUMERIC', 'SMALLINT', 'STRING', 'STRUCT'] as const),
  ...(['TEXT', 'TIME', 'TIMESTAMP', 'TIMESTAMPZ', 'TINYINT', 'UNION', 'UUID', 'VARBINARY', 'VARCHAR', 'XML'] as const),
];

/** The default settings of profilers. */
export function ProfilerPage() {
  const t = useWords(systemWords);
  const form = useSetting('profilerConfiguration');
  const { isAdmin = false } = useMe();
  const { metricConfiguration: rows = [], sampleDataConfig: sample = {} } = form.value as ProfilerConfiguration;
  const setRows = (next: MetricConfigurationDefinition[]) =>
    form.change({ metricConfiguration: next } as unknown as JsonObject);
  const free = TYPES.filter((type) => !rows.some(({ dataType }) => dataType === type));
  const switchOf = (key: 'storeSampleData' | 'readSampleData') => (
    <Switch
      label={t(key)}
      checked={sample[key] !== false}
      onChange={(event) => form.change({ sampleDataConfig: { ...sample, [key]: event.currentTarget.checked } })}
    />
  );
  return (
    <SettingFrame title={t('profiler')} about={t('profilerText')} form={form}>
      {switchOf('readSampleData')}
      {switchOf('storeSampleData')}
      <h2>{t('metricsOf')}</h2>
      {rows.map((row, i) => (
        <MetricsOf
          key={row.dataType ?? i}
          row={row}
          types={free}
          allowed={isAdmin}
          change={(next) => setRows(rows.map((one, at) => (at === i ? next : one)))}
          remove={() => setRows(rows.filter((_, at) => at !== i))}
        />
      ))}
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          disabled={!isAdmin || free.length === 0}
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setRows([...rows, { ...(free[0] ? { dataType: free[0] } : {}), metrics: [] }])}
        >
          {t('addType')}
        </Button>
      </div>
    </SettingFrame>
  );
}

interface RowProps {
  row: MetricConfigurationDefinition;
  /** Those that have no entry yet. */
  types: readonly DataType[];
  allowed: boolean;
  change(row: MetricConfigurationDefinition): void;
  remove(): void;
}

function MetricsOf({ row, types, allowed, change, remove }: RowProps) {
  const t = useWords(systemWords);
  const { dataType, metrics = [], disabled = false } = row;
  const known = [...new Set([...METRICS, ...metrics])];
  return (
    <fieldset className={classes.item}>
      <div className={classes.head}>
        <Select
          label={t('dataType')}
          searchable
          allowDeselect={false}
          value={dataType ?? null}
          onChange={(next) => next && change({ ...row, dataType: next as DataType })}
          data={[...(dataType ? [dataType] : []), ...types]}
        />
        <Switch
          label={t('measured')}
          checked={!disabled}
          onChange={(event) => change({ ...row, disabled: !event.currentTarget.checked })}
        />
        <ActionIcon aria-label={t('removeType', { type: dataType ?? '' })} disabled={!allowed} onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      </div>
      {disabled ? null : (
        <MultiSelect
          label={t('figures')}
          description={t('figuresHelp')}
          searchable
          value={metrics}
          onChange={(next) => change({ ...row, metrics: next as Metric[] })}
          data={known.map((metric) => ({ value: metric, label: spaced(metric) }))}
        />
      )}
    </fieldset>
  );
}
