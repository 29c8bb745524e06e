import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { ClientError, listNotificationTemplates } from 'cairn/client';
import { type FormEvent, useState } from 'react';
import { useFormDraft } from '../../../data/editing/use-form-draft.js';
import { useOperation } from '../../../data/use-operation.js';
import { Link } from '../../../kit/link.js';
import { Panel } from '../../../kit/panel.js';
import { Restored } from '../../../kit/states/restored.js';
import { tell } from '../../../kit/states/tell.js';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { useWords } from '../../../words/define-words.js';
import type { AlertKind } from '../kinds.js';
import { type Source, useSourceName } from '../sources.js';
import { DestinationsEditor } from './destinations-editor.js';
import { type AlertDraft, isTriable, type Problem, problemOf, withoutSecrets, withSource } from './draft.js';
import classes from './form.module.css';
import { RulesEditor } from './rules-editor.js';
import { TryOut } from './try-out.js';

interface Props {
  kind: AlertKind;
  /** Tells the drafts of one address apart. */
  part?: string;
  sources: readonly Source[];
  /** What is stored, or what a new alert begins with. */
  stored: AlertDraft;
  /** `over`: although somebody else changed it meanwhile. */
  save: (draft: AlertDraft, over: boolean) => Promise<void>;
  cancel: string;
}

/** The form of an alert, with the recent events that it would have matched beside it. */
export function AlertForm({ kind, part = '', sources, stored, save, cancel }: Props) {
  const t = useWords(alertFormWords);
  const { typed: draft, change, restored, startOver, forget } = useFormDraft(stored, { part, keep: withoutSecrets });
  const [problem, setProblem] = useState<Problem & { isStale?: boolean }>();
  const [busy, setBusy] = useState(false);
  const source = sources.find(({ name }) => name === draft.source);
  async function send(over: boolean) {
    const missing = missingOf(draft, source);
    if (missing) return setProblem({ message: t(missing) });
    setBusy(true);
    setProblem(undefined);
    try {
      await save(draft, over);
      forget();
      tell({ message: t('saved', { name: draft.name }) });
    } catch (error) {
      const isStale = error instanceof ClientError && error.status === 412;
      setProblem(isStale ? { message: t('changedMeanwhile'), isStale } : problemOf(error));
      setBusy(false);
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send(false);
  };
  return (
    <form className={classes.page} onSubmit={submit} noValidate>
      <div className={classes.main}>
        <Restored when={restored} startOver={startOver} />
        <Naming draft={draft} problem={problem} onChange={change} />
        <Sentence kind={kind} draft={draft} sources={sources} source={source} onChange={change} />
        <Panel title={t('destinations')}>
          <div className={classes.stack}>
            <DestinationsEditor
              drafts={draft.destinations}
              problem={problem}
              onChange={(destinations) => change({ destinations })}
            />
          </div>
        </Panel>
        <Template draft={draft} onChange={change} />
        {problem && problem.destination === undefined ? (
          <p role="alert" className={classes.problem}>
            {problem.message}{' '}
            {problem.isStale ? (
              <Button variant="subtle" size="compact-xs" onClick={() => void send(true)}>
                {t('saveAnyway')}
              </Button>
            ) : null}
          </p>
        ) : null}
        <div className={classes.buttons}>
          <Button type="submit" loading={busy}>
            {t('save')}
          </Button>
          <Button component={Link} to={cancel} variant="default" onClick={forget}>
            {t('cancel')}
          </Button>
        </div>
      </div>
      <aside className={classes.side} aria-label={t('tryOut')}>
        <TryOut draft={draft} kind={kind} source={source} />
      </aside>
    </form>
  );
}

function missingOf(draft: AlertDraft, source: Source | undefined) {
  if (draft.name.trim() === '') return 'needsName';
  if (!isTriable(draft, source)) return 'incomplete';
  return draft.destinations.length === 0 ? 'needsDestination' : undefined;
}

interface PartProps {
  draft: AlertDraft;
  onChange: (next: Partial<AlertDraft>) => void;
}

function Naming({ draft, problem, onChange }: PartProps & { problem: Problem | undefined }) {
  const t = useWords(alertFormWords);
  return (
    <Panel title={t('whatFor')}>
      <div className={classes.stack}>
        <TextInput
          label={t('name')}
          placeholder={t('nameText')}
          size="xs"
          maxLength={256}
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          error={problem && draft.name.trim() === '' ? t('needsName') : undefined}
        />
        <Textarea
          label={t('description')}
          size="xs"
          autosize
          minRows={1}
          maxRows={8}
          value={draft.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </div>
    </Panel>
  );
}

interface SentenceProps {
  kind: AlertKind;
  draft: AlertDraft;
  sources: readonly Source[];
  source: Source | undefined;
  onChange: (draft: AlertDraft) => void;
}

function Sentence({ kind, draft, sources, source, onChange }: SentenceProps) {
  const t = useWords(alertFormWords);
  const sourceName = useSourceName();
  const names = sources
    .map(({ name }) => ({ value: name, label: sourceName(name) }))
    .sort((a, b) => Number(b.value === 'all') - Number(a.value === 'all') || a.label.localeCompare(b.label));
  return (
    <Panel title={t('sentence')}>
      <div className={classes.stack}>
        <div className={classes.line}>
          <span className={classes.word}>{t('about')}</span>
          <Select
            className={classes.source}
            size="xs"
            aria-label={t('source')}
            searchable
            allowDeselect={false}
            data={names}
            value={draft.source || null}
            onChange={(value) => {
              const next = sources.find(({ name }) => name === value);
              if (next) onChange(withSource(draft, next));
            }}
          />
        </div>
        {source ? (
          <>
            {kind === 'Observability' ? (
              <RulesEditor
                part="trigger"
                source={source}
                rules={source.triggers}
                drafts={draft.triggers}
                onChange={(triggers) => onChange({ ...draft, triggers })}
              />
            ) : null}
            <RulesEditor
              part="filter"
              source={source}
              rules={source.filters}
              drafts={draft.filters}
              onChange={(filters) => onChange({ ...draft, filters })}
            />
            {draft.filters.length + draft.triggers.length > 1 ? <p className={classes.hint}>{t('order')}</p> : null}
          </>
        ) : null}
      </div>
    </Panel>
  );
}

/** Which template makes the messages: one of the users', or those of the system. */
function Template({ draft, onChange }: PartProps) {
  const t = useWords(alertFormWords);
  const answer = useOperation(listNotificationTemplates, { query: { provider: 'user', limit: 200 } });
  const found = answer.data?.value.data ?? [];
  if (found.length === 0) return null;
  return (
    <Panel title={t('template')}>
      <Select
        size="xs"
        aria-label={t('template')}
        description={t('templateText')}
        allowDeselect={false}
        data={[
          { value: '', label: t('defaultTemplate') },
          ...found.map(({ id, displayName, name }) => ({ value: id, label: displayName || name })),
        ]}
        value={draft.template}
        onChange={(template) => onChange({ template: template ?? '' })}
      />
    </Panel>
  );
}
