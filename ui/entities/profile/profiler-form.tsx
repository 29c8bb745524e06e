import { Button, MultiSelect, Select, Switch, Textarea } from '@mantine/core';
import { deleteTableTableProfilerConfig, getTableByName, putTableTableProfilerConfig } from 'cairn/client';
import type { StaticSamplingConfig, Table, TableProfilerConfig } from 'cairn/contract';
import { type FormEvent, useState } from 'react';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { NumberField } from '../../kit/number-field.js';
import { Panel } from '../../kit/panel.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { profileSettingWords } from '../../words/entities/profile-settings.js';
import classes from './profile.module.css';

const MOST_OPTIONS = 50;
const SAMPLES = ['ALL', 'PERCENTAGE', 'ROWS'] as const;
type Kind = (typeof SAMPLES)[number];

function sampleOf({ profileSampleConfig }: TableProfilerConfig): { kind: Kind; size: number } {
  // A dynamic sample, which pipelines of clients set, has neither.
  const { profileSample, profileSampleType = 'PERCENTAGE' } = (profileSampleConfig?.config ??
    {}) as StaticSamplingConfig;
  return profileSample === undefined
    ? { kind: 'ALL', size: 10 }
    : { kind: profileSampleType === 'ROWS' ? 'ROWS' : 'PERCENTAGE', size: profileSample };
}

export function ProfilerForm({ table }: { table: Table }) {
  const t = useWords(profileSettingWords);
  const { busy, run } = useAction();
  const stored = table.tableProfilerConfig;
  const [config, setConfig] = useState<TableProfilerConfig>(stored ?? {});
  const [sample, setSample] = useState(() => sampleOf(config));
  const change = (part: Partial<TableProfilerConfig>) => setConfig((now) => ({ ...now, ...part }));
  const params = { id: table.id };
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = bodyOf(config, sample);
    await run(
      async () => {
        await cairn.call(putTableTableProfilerConfig, { params, body });
        await refresh(getTableByName);
      },
      { done: t('saved'), failed: t('failed') },
    );
  }
  async function reset() {
    await cairn.call(deleteTableTableProfilerConfig, { params });
    await refresh(getTableByName);
  }
  return (
    <Panel title={t('settings')}>
      <p className={classes.soft}>{t('text')}</p>
      <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        <Switch
          label={t('tableMetrics')}
          checked={config.computeTableMetrics !== false}
          onChange={(event) => change({ computeTableMetrics: event.currentTarget.checked })}
        />
        <Switch
          label={t('columnMetrics')}
          checked={config.computeColumnMetrics !== false}
          onChange={(event) => change({ computeColumnMetrics: event.currentTarget.checked })}
        />
        <div className={classes.bar}>
          <Select
            label={t('sample')}
            allowDeselect={false}
            value={sample.kind}
            onChange={(next) =>
              setSample(({ size }) => ({ kind: SAMPLES.find((one) => one === next) ?? sample.kind, size }))
            }
            data={SAMPLES.map((value) => ({ value, label: t(`sample.${value}`) }))}
          />
          {sample.kind === 'ALL' ? null : (
            <NumberField
              label={t(sample.kind === 'ROWS' ? 'rows' : 'percent')}
              min={sample.kind === 'ROWS' ? 1 : 0}
              {...(sample.kind === 'ROWS' ? { whole: true } : { max: 100 })}
              value={sample.size}
              onChange={(size) => typeof size === 'number' && setSample(({ kind }) => ({ kind, size }))}
            />
          )}
        </div>
        <MultiSelect
          label={t('exclude')}
          searchable
          limit={MOST_OPTIONS}
          value={config.excludeColumns ?? []}
          onChange={(excludeColumns) => change({ excludeColumns })}
          data={[...new Set([...(config.excludeColumns ?? []), ...(table.columns ?? []).map(({ name }) => name)])]}
        />
        <Textarea
          label={t('query')}
          autosize
          minRows={2}
          maxRows={10}
          value={config.profileQuery ?? ''}
          onChange={(event) => change({ profileQuery: event.currentTarget.value })}
        />
        <div className={classes.bar}>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
          {stored ? (
            <Button
              variant="default"
              loading={busy}
              onClick={() => void run(reset, { done: t('wasReset'), failed: t('failed') })}
            >
              {t('reset')}
            </Button>
          ) : null}
        </div>
      </form>
    </Panel>
  );
}

/** What is empty is left out, so that it is as if it had never been set. */
function bodyOf(config: TableProfilerConfig, { kind, size }: { kind: Kind; size: number }): TableProfilerConfig {
  const { profileQuery = '', profileSampleConfig: _, ...rest } = config;
  return {
    ...rest,
    ...(profileQuery.trim() === '' ? {} : { profileQuery: profileQuery.trim() }),
    ...(kind === 'ALL'
      ? {}
      : {
          profileSampleConfig: {
            sampleConfigType: 'STATIC',
            config: { profileSample: size, profileSampleType: kind },
          },
        }),
  };
}
