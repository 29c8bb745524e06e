import { Button, MultiSelect, Switch, Textarea } from '@mantine/core';
import { deleteTableTableProfilerConfig, getTableByName, putTableTableProfilerConfig } from 'cairn/client';
import type { Table, TableProfilerConfig } from 'cairn/contract';
import type { FormEvent } from 'react';
import { cairn } from '../../data/client.js';
import { useFormDraft } from '../../data/editing/use-form-draft.js';
import { refresh } from '../../data/use-operation.js';
import { Panel } from '../../kit/panel.js';
import { Restored } from '../../kit/states/restored.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { profileSettingWords } from '../../words/entities/profile-settings.js';
import classes from './profile.module.css';
import { configOfSample, type Sample, SampleField, sampleOf } from './sample-field.js';

const MOST_OPTIONS = 50;

export function ProfilerForm({ table }: { table: Table }) {
  const t = useWords(profileSettingWords);
  const { busy, run } = useAction();
  const stored = table.tableProfilerConfig;
  const form = useFormDraft(
    { config: stored ?? {}, sample: sampleOf(stored?.profileSampleConfig) },
    { part: 'profiler' },
  );
  const { config, sample } = form.typed;
  const change = (part: Partial<TableProfilerConfig>) => form.change({ config: { ...config, ...part } });
  const params = { id: table.id };
  async function save(event: FormEvent) {
    event.preventDefault();
    const body = bodyOf(config, sample);
    await run(
      async () => {
        await cairn.call(putTableTableProfilerConfig, { params, body });
        form.settle();
        await refresh(getTableByName);
      },
      { done: t('saved'), failed: t('failed') },
    );
  }
  async function reset() {
    await cairn.call(deleteTableTableProfilerConfig, { params });
    form.startOver();
    await refresh(getTableByName);
  }
  return (
    <Panel title={t('settings')}>
      <p className={classes.soft}>{t('text')}</p>
      <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
        <Restored when={form.restored} startOver={form.startOver} />
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
        <SampleField sample={sample} set={(next) => form.change({ sample: next })} />
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
function bodyOf(config: TableProfilerConfig, sample: Sample): TableProfilerConfig {
  const { profileQuery = '', profileSampleConfig: _, ...rest } = config;
  return {
    ...rest,
    ...(profileQuery.trim() === '' ? {} : { profileQuery: profileQuery.trim() }),
    ...configOfSample(sample),
  };
}
