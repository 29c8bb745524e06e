import { ActionIcon, Button, Select, Switch } from '@mantine/core';
import { type Destination, testAlertDestinations } from 'cairn/client';
import { Plus, Send, X } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { NumberField } from '../../../kit/number-field.js';
import { StateMark } from '../../../kit/state-mark.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { alertWords } from '../../../words/alerts/alerts.js';
import { CHANNELS, channelWords } from '../../../words/alerts/channels.js';
import { useWords } from '../../../words/define-words.js';
import { CATEGORIES } from '../channels.js';
import { DestinationConfig } from './destination-config.js';
import { type DestinationDraft, newDestination, type Problem, writtenDestination } from './draft.js';
import classes from './form.module.css';

interface Props {
  drafts: readonly DestinationDraft[];
  problem: Problem | undefined;
  onChange: (drafts: readonly DestinationDraft[]) => void;
}

/** Who gets the messages, and how. */
export function DestinationsEditor({ drafts, problem, onChange }: Props) {
  const t = useWords(alertFormWords);
  return (
    <>
      {drafts.map((draft, i) => (
        <DestinationCard
          key={draft.key}
          number={i + 1}
          draft={draft}
          problem={problem?.destination === i ? problem : undefined}
          onChange={(next) => onChange(drafts.map((one) => (one.key === draft.key ? { ...one, ...next } : one)))}
          onRemove={() => onChange(drafts.filter(({ key }) => key !== draft.key))}
        />
      ))}
      <Button
        variant="default"
        size="xs"
        leftSection={<Plus size={14} aria-hidden />}
        onClick={() => onChange([...drafts, newDestination(crypto.randomUUID())])}
      >
        {t('addDestination')}
      </Button>
    </>
  );
}

interface CardProps {
  number: number;
  draft: DestinationDraft;
  problem: Problem | undefined;
  onChange: (next: Partial<DestinationDraft>) => void;
  onRemove: () => void;
}

function DestinationCard({ number, draft, problem, onChange, onRemove }: CardProps) {
  const t = useWords(alertFormWords);
  const names = useWords(alertWords);
  const channel = useWords(channelWords);
  const { category, type } = draft;
  return (
    <fieldset className={classes.card} aria-label={t('destinationNumber', { number })}>
      <div className={classes.line}>
        <span className={classes.word}>{t('to')}</span>
        <Select
          className={classes.short}
          size="xs"
          aria-label={t('category')}
          allowDeselect={false}
          data={CATEGORIES.map((value) => ({ value, label: names(`category.${value}`) }))}
          value={category}
          onChange={(value) => value && onChange({ category: value as typeof category, config: {} })}
        />
        <span className={classes.word}>{t('by')}</span>
        <Select
          className={classes.short}
          size="xs"
          aria-label={t('channel')}
          allowDeselect={false}
          data={CHANNELS.map((value) => ({ value, label: channel(value) }))}
          value={type}
          onChange={(value) => value && onChange({ type: value as typeof type, config: {} })}
        />
        <span className={classes.grow} />
        <Switch
          size="xs"
          label={t(draft.enabled === false ? 'off' : 'on')}
          checked={draft.enabled !== false}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
        <ActionIcon aria-label={t('removeDestination', { number })} onClick={onRemove}>
          <X size={14} />
        </ActionIcon>
      </div>
      <DestinationConfig draft={draft} problem={problem} onChange={onChange} />
      <p className={classes.hint}>{t(`about.${category}`)}</p>
      <Limits draft={draft} onChange={onChange} />
      {category === 'External' ? <TestDestination draft={draft} /> : null}
    </fieldset>
  );
}

/** How long to wait for the receiver, and whether to try again. */
function Limits({ draft, onChange }: { draft: DestinationDraft; onChange: CardProps['onChange'] }) {
  const t = useWords(alertFormWords);
  const seconds = (field: 'timeout' | 'readTimeout', least: number, most: number) => (
    <NumberField
      size="xs"
      className={classes.short}
      label={t(field)}
      description={t('secondsFromTo', { least, most })}
      min={least}
      max={most}
      whole
      value={draft[field] ?? ''}
      onChange={(value) => onChange({ [field]: Number(value) || least })}
    />
  );
  const { redelivery } = draft.config;
  return (
    <details className={classes.more}>
      <summary>{t('limits')}</summary>
      <div className={classes.fields}>
        {seconds('timeout', 5, 30)}
        {seconds('readTimeout', 10, 120)}
        <Switch
          size="xs"
          label={t('redelivery')}
          description={t('redeliveryText')}
          checked={redelivery !== undefined && redelivery !== false}
          onChange={({ currentTarget }) => {
            const { redelivery: _, ...others } = draft.config;
            onChange({ config: currentTarget.checked ? { ...others, redelivery: true } : others });
          }}
        />
      </div>
    </details>
  );
}

interface Tested {
  ok: boolean;
  text: string;
}

/** Sends a test message, and says what the receiver answered. */
function TestDestination({ draft }: { draft: DestinationDraft }) {
  const t = useWords(alertFormWords);
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<Tested>();
  async function test() {
    setBusy(true);
    try {
      const body = { destinations: [writtenDestination(draft)] };
      const [answer] = await cairn.call(testAlertDestinations, { body });
      setTested(outcomeOf(answer, t));
    } catch (error) {
      setTested({ ok: false, text: sentenceOf(error) });
    }
    setBusy(false);
  }
  return (
    <div className={classes.line}>
      <Button
        variant="default"
        size="compact-xs"
        loading={busy}
        leftSection={<Send size={12} aria-hidden />}
        onClick={() => void test()}
      >
        {t('test')}
      </Button>
      <span role="status" className={classes.tested}>
        {tested ? <StateMark tone={tested.ok ? 'ok' : 'fail'}>{tested.text}</StateMark> : null}
      </span>
    </div>
  );
}

function outcomeOf(answer: Destination | undefined, t: (key: 'tested', values?: { code: string }) => string): Tested {
  const details = (answer?.statusDetails ?? {}) as {
    status?: string;
    reason?: string;
    statusCode?: number;
    statusInfo?: string;
  };
  const code = [details.statusCode, details.statusInfo].filter(Boolean).join(' ');
  const ok = details.status === 'Success';
  return { ok, text: ok ? t('tested', { code }).trim() : (details.reason ?? code) };
}
