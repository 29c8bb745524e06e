import { Button, Switch } from '@mantine/core';
import {
  deleteDatabaseDatabaseProfilerConfig,
  deleteDatabaseSchemaDatabaseSchemaProfilerConfig,
  getDatabaseDatabaseProfilerConfig,
  getDatabaseSchemaDatabaseSchemaProfilerConfig,
  putDatabaseDatabaseProfilerConfig,
  putDatabaseSchemaDatabaseSchemaProfilerConfig,
} from 'cairn/client';
import type { DatabaseSchema } from 'cairn/contract';
import type { FormEvent } from 'react';
import { cairn } from '../../data/client.js';
import { useFormDraft } from '../../data/editing/use-form-draft.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { NumberField } from '../../kit/number-field.js';
import { Panel } from '../../kit/panel.js';
import { Restored } from '../../kit/states/restored.js';
import { Async } from '../../kit/states/states.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { profileSettingWords } from '../../words/entities/profile-settings.js';
import type { EntityView } from '../entity-page.js';
import classes from './profile.module.css';
import { configOfSample, type Sample, SampleField, sampleOf } from './sample-field.js';

type Config = NonNullable<DatabaseSchema['databaseSchemaProfilerConfig']>;

const DATABASE = {
  get: getDatabaseDatabaseProfilerConfig,
  put: putDatabaseDatabaseProfilerConfig,
  remove: deleteDatabaseDatabaseProfilerConfig,
};
const SCHEMA = {
  get: getDatabaseSchemaDatabaseSchemaProfilerConfig,
  put: putDatabaseSchemaDatabaseSchemaProfilerConfig,
  remove: deleteDatabaseSchemaDatabaseSchemaProfilerConfig,
};
const USUAL_ROWS = 50;

/** What the profiler reads of the tables of a database. */
export function DatabaseProfiler(view: EntityView) {
  const answer = useOperation(DATABASE.get, { params: { id: view.entity.id } });
  return (
    <Async of={answer}>
      {({ databaseProfilerConfig: config }) => (
        <Form key={JSON.stringify(config)} view={view} of={DATABASE} config={config} />
      )}
    </Async>
  );
}

/** What the profiler reads of the tables of a schema. */
export function SchemaProfiler(view: EntityView) {
  const answer = useOperation(SCHEMA.get, { params: { id: view.entity.id } });
  return (
    <Async of={answer}>
      {({ databaseSchemaProfilerConfig: config }) => (
        <Form key={JSON.stringify(config)} view={view} of={SCHEMA} config={config} />
      )}
    </Async>
  );
}

interface Typed {
  sample: Sample;
  isRandom: boolean;
  rows: number | '';
}

interface Props {
  view: EntityView;
  of: typeof DATABASE | typeof SCHEMA;
  config: Config | undefined;
}

function Form({ view, of, config }: Props) {
  const t = useWords(profileSettingWords);
  const { busy, run } = useAction();
  const first: Typed = {
    sample: sampleOf(config?.profileSampleConfig),
    isRandom: config?.randomizedSample !== false,
    rows: config?.sampleDataCount ?? USUAL_ROWS,
  };
  const { typed, change, restored, startOver, settle } = useFormDraft(first, { part: 'profiler' });
  const { sample, isRandom, rows } = typed;
  const params = { id: view.entity.id };
  const allowed = view.may('EditDataProfile') && view.entity.deleted !== true;
  async function save(event: FormEvent) {
    event.preventDefault();
    const { profileSampleConfig: _, ...kept } = config ?? {};
    const sampleDataCount = rows === '' ? USUAL_ROWS : rows;
    const body: Config = { ...kept, ...configOfSample(sample), randomizedSample: isRandom, sampleDataCount };
    await run(
      async () => {
        await cairn.call(of.put, { params, body });
        settle();
        await refresh(of.get);
      },
      { done: t('saved'), failed: t('failed') },
    );
  }
  async function reset() {
    await cairn.call(of.remove, { params });
    startOver();
    await refresh(of.get);
  }
  return (
    <Panel title={t('settings')}>
      <p className={classes.soft}>{t('containerText')}</p>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Restored when={restored} startOver={startOver} />
        <fieldset className={classes.form} disabled={!allowed}>
          <SampleField sample={sample} set={(next) => change({ sample: next })} />
          <Switch
            label={t('random')}
            checked={isRandom}
            onChange={(event) => change({ isRandom: event.currentTarget.checked })}
          />
          <NumberField label={t('sampleRows')} whole min={0} value={rows} onChange={(next) => change({ rows: next })} />
          <div className={classes.bar}>
            <Button type="submit" loading={busy}>
              {t('save')}
            </Button>
            {config ? (
              <Button
                variant="default"
                loading={busy}
                onClick={() => void run(reset, { done: t('containerReset'), failed: t('failed') })}
              >
                {t('reset')}
              </Button>
            ) : null}
          </div>
        </fieldset>
      </form>
    </Panel>
  );
}
