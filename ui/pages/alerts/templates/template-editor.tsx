import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listTemplateHelpers, renderNotificationTemplate } from 'cairn/client';
import { useState } from 'react';
import { useFormDraft } from '../../../data/editing/use-form-draft.js';
import { useOperation } from '../../../data/use-operation.js';
import { Panel } from '../../../kit/panel.js';
import { StateMark } from '../../../kit/state-mark.js';
import { Restored } from '../../../kit/states/restored.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { Async } from '../../../kit/states/states.js';
import { tell } from '../../../kit/states/tell.js';
import { templateWords } from '../../../words/alerts/templates.js';
import { useWords } from '../../../words/define-words.js';
import { useKindName } from '../events/event-list.js';
import { useSourceName, useSources } from '../sources.js';
import { MessageHtml } from './message-html.js';
import classes from './templates.module.css';

export interface TemplateDraft {
  name: string;
  description: string;
  templateSubject: string;
  templateBody: string;
}

interface Props {
  stored: TemplateDraft;
  /** Whether its name can be written: those of the system keep theirs. */
  named: boolean;
  /** Missing for those who may only read it. */
  save: ((draft: TemplateDraft) => Promise<void>) | undefined;
}

/** A template, with what it makes of a sample event beside it. */
export function TemplateEditor({ stored, named, save }: Props) {
  const t = useWords(templateWords);
  const { typed: draft, change, restored, startOver, settle } = useFormDraft(stored);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function send() {
    if (!save) return;
    const { name, templateSubject, templateBody } = draft;
    if ([name, templateSubject, templateBody].some((text) => text.trim() === '')) return setProblem(t('needed'));
    setBusy(true);
    setProblem(undefined);
    try {
      await save(draft);
      settle();
      tell({ message: t('saved', { name }) });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setBusy(false);
  }
  return (
    <div className={classes.page}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Restored when={restored} startOver={startOver} />
        {named ? (
          <>
            <TextInput
              size="xs"
              readOnly={!save}
              label={t('name')}
              maxLength={256}
              value={draft.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              readOnly={!save}
              label={t('description')}
              value={draft.description}
              onChange={(event) => change({ description: event.currentTarget.value })}
            />
          </>
        ) : null}
        <TextInput
          size="xs"
          readOnly={!save}
          label={t('subject')}
          maxLength={255}
          classNames={{ input: classes.mono ?? '' }}
          value={draft.templateSubject}
          onChange={(event) => change({ templateSubject: event.currentTarget.value })}
        />
        <Textarea
          size="xs"
          readOnly={!save}
          label={t('body')}
          description={t('bodyText')}
          autosize
          minRows={10}
          maxRows={30}
          maxLength={65_536}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
          value={draft.templateBody}
          onChange={(event) => change({ templateBody: event.currentTarget.value })}
        />
        {problem ? (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        ) : null}
        {save ? (
          <div>
            <Button type="submit" loading={busy} disabled={JSON.stringify(draft) === JSON.stringify(stored) && !named}>
              {t('save')}
            </Button>
          </div>
        ) : null}
        <Helpers />
      </form>
      {save ? <Rendered draft={draft} /> : null}
    </div>
  );
}

/** What the template makes of a sample event, made again while it is written. */
function Rendered({ draft }: { draft: TemplateDraft }) {
  const t = useWords(templateWords);
  const sourceName = useSourceName();
  const kindName = useKindName();
  const { sources } = useSources('Notification');
  const [resource, setResource] = useState('table');
  const [eventType, setEventType] = useState('entityUpdated');
  const kinds = sources.find(({ name }) => name === resource)?.eventTypes ?? [eventType];
  const [asked] = useDebouncedValue(draft, 300);
  const { templateSubject, templateBody } = asked;
  const answer = useOperation(
    renderNotificationTemplate,
    { body: { templateSubject, templateBody, resource, eventType: eventType as 'entityUpdated' } },
    { enabled: templateSubject !== '' && templateBody !== '', keepPrevious: true, staleTime: 60_000 },
  );
  return (
    <Panel title={t('preview')}>
      <div className={classes.sample}>
        <Select
          size="xs"
          aria-label={t('previewSource')}
          searchable
          allowDeselect={false}
          data={sources.map(({ name }) => ({ value: name, label: sourceName(name) }))}
          value={resource}
          onChange={(value) => value && setResource(value)}
        />
        <Select
          size="xs"
          aria-label={t('previewEvent')}
          allowDeselect={false}
          data={kinds.map((kind) => ({ value: kind, label: kindName(kind) }))}
          value={eventType}
          onChange={(value) => value && setEventType(value)}
        />
      </div>
      <div aria-live="polite">
        <Async of={answer} small>
          {({ validation, render }) => {
            const problems = [validation.subjectError, validation.bodyError].filter((text) => text);
            if (!render)
              return (
                <>
                  <StateMark tone="fail">{t('invalid')}</StateMark>
                  {problems.map((text) => (
                    <p key={text} className={classes.problem}>
                      {text}
                    </p>
                  ))}
                </>
              );
            return (
              <>
                <p className={classes.subject}>{t('subjectIs', { text: render.subject })}</p>
                <div className={classes.message}>
                  <MessageHtml html={render.body} />
                </div>
              </>
            );
          }}
        </Async>
      </div>
    </Panel>
  );
}

function Helpers() {
  const t = useWords(templateWords);
  const answer = useOperation(listTemplateHelpers, undefined, { staleTime: 600_000 });
  const helpers = (answer.data?.value ?? []) as {
    name: string;
    description?: string;
    usages?: { example?: string }[];
  }[];
  return (
    <details className={classes.helpers}>
      <summary>{t('helpers')}</summary>
      <dl>
        {helpers.map(({ name, description, usages = [] }) => (
          <div key={name}>
            <dt>
              <code>{name}</code> {description}
            </dt>
            {usages.map(({ example }) => (
              <dd key={example}>
                <code>{example}</code>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}
