import { ActionIcon, Button, Select, TagsInput, TextInput } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { SecretInput } from '../../../entities/fields/secret-input.js';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { useWords } from '../../../words/define-words.js';
import type { DestinationDraft, Problem } from './draft.js';
import classes from './form.module.css';

import { NamesInput } from './values-input.js';

interface Props {
  draft: DestinationDraft;
  problem: Problem | undefined;
  onChange: (next: Partial<DestinationDraft>) => void;
}

/** What a destination needs besides its category and channel. */
export function DestinationConfig({ draft, problem, onChange }: Props) {
  const t = useWords(alertFormWords);
  const { category, type, config } = draft;
  const set = (next: Record<string, unknown>) => onChange({ config: { ...config, ...next } });
  const errorOf = (property: string) => (problem?.property?.startsWith(property) ? problem.message : undefined);
  const general = problem && !problem.property ? problem.message : undefined;
  const receivers = Array.isArray(config.receivers) ? config.receivers.map(String) : [];
  if (category === 'Users' || category === 'Teams')
    return (
      <NamesInput
        label={t('receivers')}
        lookup={{ index: category === 'Users' ? 'user' : 'team', by: 'name' }}
        values={receivers}
        onChange={(names) => set({ receivers: names })}
        error={errorOf('receivers') ?? general}
      />
    );
  if (category !== 'External') return general ? <p className={classes.problem}>{general}</p> : null;
  if (type === 'Email')
    return (
      <TagsInput
        size="xs"
        label={t('addresses')}
        placeholder={receivers.length === 0 ? t('addressExample') : ''}
        value={receivers}
        onChange={(addresses) => set({ receivers: addresses })}
        error={errorOf('receivers') ?? general}
      />
    );
  return (
    <>
      <TextInput
        size="xs"
        type="url"
        label={t('endpoint')}
        placeholder={t('endpointExample')}
        value={typeof config.endpoint === 'string' ? config.endpoint : ''}
        onChange={(event) => set({ endpoint: event.currentTarget.value })}
        error={errorOf('endpoint') ?? general}
      />
      {type === 'Webhook' ? (
        <>
          <Authentication config={config} set={set} errorOf={errorOf} />
          <Headers config={config} set={set} error={errorOf('headers')} />
        </>
      ) : null}
    </>
  );
}

interface PartProps {
  config: DestinationDraft['config'];
  set: (next: Record<string, unknown>) => void;
}

const NEW_AUTH: Readonly<Record<string, object>> = {
  none: { type: 'none' },
  bearer: { type: 'bearer', secretKey: '' },
  oauth2: { type: 'oauth2', tokenUrl: '', clientId: '', clientSecret: '' },
};

function Authentication({ config, set, errorOf }: PartProps & { errorOf: (property: string) => string | undefined }) {
  const t = useWords(alertFormWords);
  const auth = (config.authType ?? NEW_AUTH.none) as Record<string, unknown>;
  const change = (next: object) => set({ authType: { ...auth, ...next } });
  const text = (field: 'tokenUrl' | 'clientId' | 'scope') => (
    <TextInput
      size="xs"
      label={t(field)}
      value={String(auth[field] ?? '')}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      error={errorOf(`authType.${field}`)}
    />
  );
  return (
    <div className={classes.fields}>
      <Select
        size="xs"
        label={t('authentication')}
        allowDeselect={false}
        data={['none', 'bearer', 'oauth2'].map((value) => ({ value, label: t(`auth.${value}` as 'auth.none') }))}
        value={String(auth.type ?? 'none')}
        onChange={(value) => set({ authType: NEW_AUTH[value ?? 'none'] })}
      />
      {auth.type === 'bearer' ? (
        <SecretInput
          size="xs"
          className={classes.values}
          label={t('secretKey')}
          value={auth.secretKey}
          onChange={(secretKey) => change({ secretKey })}
          error={errorOf('authType')}
        />
      ) : null}
      {auth.type === 'oauth2' ? (
        <>
          {text('tokenUrl')}
          {text('clientId')}
          <SecretInput
            size="xs"
            className={classes.values}
            label={t('clientSecret')}
            value={auth.clientSecret}
            onChange={(clientSecret) => change({ clientSecret })}
            error={errorOf('authType.clientSecret')}
          />
          {text('scope')}
        </>
      ) : null}
    </div>
  );
}

/** Headers of each request; their values are secrets. */
function Headers({ config, set, error }: PartProps & { error: string | undefined }) {
  const t = useWords(alertFormWords);
  const headers = Object.entries((config.headers ?? {}) as Record<string, unknown>);
  const change = (next: [string, unknown][]) => set({ headers: Object.fromEntries(next) });
  return (
    <div>
      {headers.map(([name, value], i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names change while they are typed
        <div key={i} className={classes.line}>
          <TextInput
            size="xs"
            aria-label={t('headerName')}
            placeholder={t('headerName')}
            value={name}
            onChange={({ currentTarget }) =>
              change(headers.map((pair, at) => (at === i ? [currentTarget.value, pair[1]] : pair)))
            }
          />
          <SecretInput
            size="xs"
            className={classes.values}
            hideLabel
            label={t('headerValue', { name })}
            value={value}
            onChange={(text) => change(headers.map((pair, at) => (at === i ? [pair[0], text] : pair)))}
          />
          <ActionIcon
            aria-label={t('removeHeader', { name })}
            onClick={() => change(headers.filter((_, at) => at !== i))}
          >
            <X size={14} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="compact-xs"
        leftSection={<Plus size={12} aria-hidden />}
        disabled={headers.some(([name]) => name === '')}
        onClick={() => change([...headers, ['', '']])}
      >
        {t('addHeader')}
      </Button>
      {error ? <p className={classes.problem}>{error}</p> : null}
    </div>
  );
}
