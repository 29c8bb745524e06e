import { ActionIcon, Button, Switch } from '@mantine/core';
import { listTagFeedback } from 'cairn/client';
import type { Recognizer, RecognizerFeedback, Tag } from 'cairn/contract';
import { Plus, ScanSearch, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { readEntityLink } from '../../../data/addresses/entity-links.js';
import { editField } from '../../../data/editing/edit.js';
import { useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Link } from '../../../kit/link.js';
import { Panel } from '../../../kit/panel.js';
import { StateMark, type Tone } from '../../../kit/state-mark.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatNumber, spaced } from '../../../words/format.js';
import { recognizerWords } from '../../../words/recognizers.js';
import classes from '../govern.module.css';

const AddRecognizer = lazy(() => import('./add-recognizer.js').then((m) => ({ default: m.AddRecognizer })));

/** What recognizes the data that a tag is for, and where people say that it was wrong. */
export function RecognizersTab({ entity, target, may }: EntityView) {
  const t = useWords(recognizerWords);
  const [adding, setAdding] = useState(false);
  const { recognizers = [] } = entity as Partial<Tag>;
  const allowed = may('EditAll') && !entity.deleted;
  const store = (next: Recognizer[]) => editField(target, '/recognizers', next);
  return (
    <div className={classes.stack}>
      <Panel
        title={t('title')}
        action={
          allowed ? (
            <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          ) : null
        }
      >
        {recognizers.length === 0 ? (
          <Empty small icon={ScanSearch} title={t('none')}>
            {t('noneText')}
          </Empty>
        ) : (
          <>
            <p className={classes.note}>{t('about')}</p>
            <ul className={classes.rows}>
              {recognizers.map((one) => (
                <OneRecognizer
                  key={one.name}
                  recognizer={one}
                  allowed={allowed}
                  change={(enabled) =>
                    void store(recognizers.map((other) => (other.name === one.name ? { ...other, enabled } : other)))
                  }
                  remove={() => void store(recognizers.filter(({ name }) => name !== one.name))}
                />
              ))}
            </ul>
          </>
        )}
      </Panel>
      <Feedback tag={entity.fullyQualifiedName} />
      {adding ? (
        <Suspense>
          <AddRecognizer
            taken={recognizers.map(({ name }) => name)}
            close={() => setAdding(false)}
            add={(made) => store([...recognizers, made])}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

interface RecognizerProps {
  recognizer: Recognizer;
  allowed: boolean;
  change(enabled: boolean): void;
  remove(): void;
}

function OneRecognizer({ recognizer, allowed, change, remove }: RecognizerProps) {
  const t = useWords(recognizerWords);
  const { enabled = true, recognizerConfig: config, target = 'content', exceptionList = [] } = recognizer;
  const name = nameOf(recognizer);
  const { confidenceThreshold = 0.6 } = recognizer;
  const says = [
    t(`kind.${config.type}`, { name: config.type === 'predefined' ? spaced(config.name) : '' }),
    t(`target.${target}`),
    t('confidence', { percent: formatNumber(confidenceThreshold, { style: 'percent' }) }),
    ...(exceptionList.length > 0 ? [t('exceptions', { count: exceptionList.length })] : []),
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <div className={classes.note}>{says.join(' · ')}</div>
        <code>{seeks(config)}</code>
      </div>
      <Switch
        withThumbIndicator={false}
        size="sm"
        aria-label={t('enabled', { name })}
        checked={enabled}
        disabled={!allowed}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
      {allowed ? (
        <ActionIcon size={24} variant="subtle" aria-label={t('remove', { name })} onClick={remove}>
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}

/** The words or patterns themselves. */
function seeks(config: Recognizer['recognizerConfig']): string {
  if (config.type === 'pattern') return (config.patterns ?? []).map(({ regex }) => regex).join('  ');
  if (config.type === 'exact_terms') return config.exactTerms.join(', ');
  return config.type === 'context' ? config.contextWords.join(', ') : '';
}

const TONES = { PENDING: 'warn', REVIEWED: 'info', APPLIED: 'ok', REJECTED: 'idle' } as const satisfies Record<
  NonNullable<RecognizerFeedback['status']>,
  Tone
>;

function Feedback({ tag }: { tag: string }) {
  const t = useWords(recognizerWords);
  const answer = useOperation(listTagFeedback, { params: { fqn: tag } });
  return (
    <Panel title={t('feedback')}>
      <Async of={answer} small>
        {(all) =>
          all.length === 0 ? (
            <p className={classes.note}>{t('noFeedback')}</p>
          ) : (
            <ul className={classes.rows}>
              {all.map((one) => (
                <li key={one.id}>
                  <OneFeedback feedback={one} />
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </Panel>
  );
}

function OneFeedback({ feedback }: { feedback: RecognizerFeedback }) {
  const t = useWords(recognizerWords);
  const {
    entityLink,
    feedbackType = 'FALSE_POSITIVE',
    userComments,
    createdBy,
    createdAt = 0,
    status = 'PENDING',
  } = feedback;
  const about = readEntityLink(entityLink);
  const name = createdBy ? nameOf(createdBy) : '';
  return (
    <>
      <div>
        {about ? <Link to={addressOf(about.type, about.fqn)}>{about.fqn}</Link> : null}
        <div className={classes.note}>
          {t('by', { reason: t(`reason.${feedbackType}`), name, ago: formatAgo(createdAt) })}
        </div>
        {userComments ? <p>{userComments}</p> : null}
      </div>
      <StateMark tone={TONES[status]}>{t(`status.${status}`)}</StateMark>
    </>
  );
}
