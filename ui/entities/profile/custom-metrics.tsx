import { ActionIcon, Button, Select, Textarea, TextInput } from '@mantine/core';
import { deleteColumnCustomMetric, deleteTableCustomMetric, getTableByName, putTableCustomMetric } from 'cairn/client';
import type { Column, CustomMetric, Table } from 'cairn/contract';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { Panel } from '../../kit/panel.js';
import { useWords } from '../../words/define-words.js';
import { profileSettingWords } from '../../words/entities/profile-settings.js';
import classes from './profile.module.css';

const MOST_OPTIONS = 50;

interface Metric {
  name: string;
  expression: string;
  column: string | undefined;
}

/** The metrics of a table and of its columns. */
function metricsOf({ customMetrics, columns = [] }: Pick<Table, 'customMetrics'> & { columns?: Column[] }) {
  const all = (metrics: readonly CustomMetric[] = [], column?: string): Metric[] =>
    metrics.map(({ name, expression }) => ({ name, expression, column }));
  return [...all(customMetrics), ...columns.flatMap((column) => all(column.customMetrics, column.name))];
}

export function CustomMetrics({ table }: { table: Table }) {
  const t = useWords(profileSettingWords);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Metric>();
  const metrics = metricsOf(table);
  return (
    <Panel
      title={t('metrics')}
      action={
        <Button
          size="xs"
          variant="default"
          leftSection={<Plus size={14} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('add')}
        </Button>
      }
    >
      <p className={classes.soft}>{t(metrics.length === 0 ? 'noMetrics' : 'metricsText')}</p>
      <ul className={classes.metrics}>
        {metrics.map((metric) => {
          const name = metric.column ? t('ofColumn', { name: metric.name, column: metric.column }) : metric.name;
          return (
            <li key={`${metric.column ?? ''} ${metric.name}`}>
              <strong>{name}</strong>
              <code>{metric.expression}</code>
              <ActionIcon aria-label={t('remove', { name })} onClick={() => setRemoving(metric)}>
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {adding ? <AddDialog table={table} close={() => setAdding(false)} /> : null}
      {removing ? <RemoveDialog id={table.id} metric={removing} close={() => setRemoving(undefined)} /> : null}
    </Panel>
  );
}

function AddDialog({ table: { id, columns = [] }, close }: { table: Table; close(): void }) {
  const t = useWords(profileSettingWords);
  const [{ name, column, expression }, setTyped] = useState({ name: '', column: '', expression: '' });
  const [tried, setTried] = useState(false);
  const change = (part: object) => setTyped((now) => ({ ...now, ...part }));
  async function run() {
    setTried(true);
    if (name.trim() === '' || expression.trim() === '') return false;
    await cairn.call(putTableCustomMetric, {
      params: { id },
      body: { name: name.trim(), expression: expression.trim(), ...(column ? { columnName: column } : {}) },
    });
    return refresh(getTableByName);
  }
  return (
    <AskDialog title={t('add')} action={t('create')} close={close} run={run}>
      <TextInput
        label={t('name')}
        required
        data-autofocus
        error={tried && name.trim() === '' ? t('nameNeeded') : undefined}
        value={name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label={t('column')}
        placeholder={t('wholeTable')}
        searchable
        clearable
        clearButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
        limit={MOST_OPTIONS}
        value={column || null}
        onChange={(next) => change({ column: next ?? '' })}
        data={columns.map((one) => one.name)}
      />
      <Textarea
        label={t('expression')}
        required
        autosize
        minRows={3}
        maxRows={12}
        error={tried && expression.trim() === '' ? t('expressionNeeded') : undefined}
        value={expression}
        onChange={(event) => change({ expression: event.currentTarget.value })}
      />
    </AskDialog>
  );
}

function RemoveDialog({ id, metric: { name, column }, close }: { id: string; metric: Metric; close(): void }) {
  const t = useWords(profileSettingWords);
  async function run() {
    const params = { id, customMetricName: name };
    if (column) await cairn.call(deleteColumnCustomMetric, { params: { ...params, columnName: column } });
    else await cairn.call(deleteTableCustomMetric, { params });
    await refresh(getTableByName);
  }
  return (
    <AskDialog title={t('removeTitle', { name })} action={t('removeAction')} dangerous close={close} run={run}>
      <p>{t('removeText')}</p>
    </AskDialog>
  );
}
