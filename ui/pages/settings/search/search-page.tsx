import { Button, Select, Switch } from '@mantine/core';
import { getSetting, resetSettingToDefault } from 'cairn/client';
import type { SearchSettings } from 'cairn/contract';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { nameOfType } from '../../../entities/registry.js';
import { NumberField } from '../../../kit/number-field.js';
import { Panel } from '../../../kit/panel.js';
import { Failure } from '../../../kit/states/failure.js';
import { Restored } from '../../../kit/states/restored.js';
import { Async } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { useWords } from '../../../words/define-words.js';
import { searchFieldText, upperFirst } from '../../../words/format.js';
import { systemWords } from '../../../words/settings/system.js';
import { type Setting, useSetting } from '../forms/use-setting.js';
import classes from '../settings.module.css';
import { Preview } from './preview.js';

type Change = (part: Partial<SearchSettings>) => void;
const NUMBERS = ['maxResultHits', 'maxAggregateSize', 'keywordWeight', 'semanticWeight'] as const;

/** Weights of search, with what a search finds before and after. */
export function SearchSettingsPage() {
  const t = useWords(systemWords);
  const form = useSetting('searchSettings');
  const [type, setType] = useSearchState('type', 'table');
  const draft = form.value as SearchSettings;
  const change: Change = (part) => form.change(part as Record<string, never>);
  const { busy, saved, failure } = form.state;
  const resetting = useAction();
  return (
    <>
      <h1>{t('search')}</h1>
      <p className={`${classes.soft} ${classes.gap}`}>{t('searchText')}</p>
      <Async of={form.answer}>
        {({ config_value: stored }) => (
          <>
            <Restored when={form.restored} startOver={form.startOver} />
            <Preview type={type} stored={(stored ?? {}) as SearchSettings} draft={draft} />
            <div className={classes.halves}>
              <Weights type={type} setType={setType} draft={draft} change={change} />
              <General draft={draft} change={change} />
            </div>
            <Failure text={failure} mt="md" />
            <div className={classes.line}>
              <Button loading={busy} onClick={() => void form.save()}>
                {t('save')}
              </Button>
              <Button
                variant="default"
                loading={resetting.busy}
                onClick={() => void resetting.run(() => reset(form), { failed: t('notReset') })}
              >
                {t('reset')}
              </Button>
              <span role="status" className={classes.soft}>
                {saved ? t('saved') : null}
              </span>
            </div>
          </>
        )}
      </Async>
    </>
  );
}

async function reset({ startOver }: Setting): Promise<void> {
  await cairn.call(resetSettingToDefault, { params: { name: 'searchSettings' } });
  startOver();
  await refresh(getSetting);
}

interface WeightsProps {
  type: string;
  setType(type: string): void;
  draft: SearchSettings;
  change: Change;
}

function Weights({ type, setType, draft, change }: WeightsProps) {
  const t = useWords(systemWords);
  const all = draft.assetTypeConfigurations ?? [];
  const fields = all.find(({ assetType }) => assetType === type)?.searchFields ?? [];
  const setBoost = (field: string, boost: number) =>
    change({
      assetTypeConfigurations: all.map((one) =>
        one.assetType === type
          ? { ...one, searchFields: fields.map((now) => (now.field === field ? { ...now, boost } : now)) }
          : one,
      ),
    });
  return (
    <Panel title={t('weights')}>
      <Select
        label={t('type')}
        allowDeselect={false}
        searchable
        value={type}
        onChange={(value) => setType(value ?? 'table')}
        data={all.map(({ assetType }) => ({ value: assetType, label: nameOfType(assetType) }))}
      />
      <p className={classes.soft}>{t('weightsHelp')}</p>
      <div className={classes.weights}>
        {fields.map(({ field, boost, matchType }) => {
          const text = field.endsWith('.keyword')
            ? t('wholeField', { field: searchFieldText(field) })
            : searchFieldText(field);
          return (
            <div key={`${field} ${matchType ?? ''}`} className={classes.weight}>
              <span title={field}>{upperFirst(text)}</span>
              <NumberField
                size="xs"
                aria-label={t('weightOf', { field: text })}
                min={0}
                max={1000}
                value={boost ?? 1}
                onChange={(value) => typeof value === 'number' && setBoost(field, value)}
              />
            </div>
          );
        })}
      </div>
    </Panel>
  );
}

function General({ draft, change }: { draft: SearchSettings; change: Change }) {
  const t = useWords(systemWords);
  const settings = draft.globalSettings ?? {};
  const set = (part: Partial<typeof settings>) => change({ globalSettings: { ...settings, ...part } });
  return (
    <Panel title={t('general')}>
      <div className={classes.weights}>
        <Switch
          label={t('enableAccessControl')}
          checked={settings.enableAccessControl === true}
          onChange={(event) => set({ enableAccessControl: event.currentTarget.checked })}
        />
        {NUMBERS.map((key) => (
          <NumberField
            key={key}
            label={t(key)}
            min={0}
            step={key.endsWith('Weight') ? 0.1 : 1}
            value={settings[key] ?? ''}
            onChange={(value) => typeof value === 'number' && set({ [key]: value })}
          />
        ))}
      </div>
    </Panel>
  );
}
