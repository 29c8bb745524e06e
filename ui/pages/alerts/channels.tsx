import type { Destination } from 'cairn/client';
import { Mail, MessageSquare, Webhook } from 'lucide-react';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { alertWords } from '../../words/alerts/alerts.js';
import { type Channel, channelWords } from '../../words/alerts/channels.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo } from '../../words/format.js';
import classes from './alerts.module.css';

export const CATEGORIES = [
  'External',
  'Owners',
  'Followers',
  'Admins',
  'Users',
  'Teams',
  'Mentions',
  'Assignees',
] as const;

export function ChannelIcon({ type }: { type: string }) {
  const Icon = type === 'Email' ? Mail : type === 'Webhook' ? Webhook : MessageSquare;
  return <Icon size={14} aria-hidden className={classes.sign} />;
}

type Status = 'disabled' | 'failed' | 'retryLimitReached' | 'awaitingRetry' | 'active';

const TONES: Readonly<Record<Status, Tone>> = {
  active: 'ok',
  awaitingRetry: 'warn',
  failed: 'fail',
  retryLimitReached: 'fail',
  disabled: 'idle',
};

/** The result of the last delivery to a destination. */
export function Outcome({ destination }: { destination: Destination }) {
  const t = useWords(alertWords);
  const details = destination.statusDetails;
  const status = details?.status;
  if (!details || !status || !(status in TONES)) return null;
  const known = status as Status;
  const { lastSuccessfulAt, lastFailedAt } = details as { lastSuccessfulAt?: number; lastFailedAt?: number };
  if (known === 'active' && lastSuccessfulAt === undefined)
    return <StateMark tone="idle">{t('nothingSent')}</StateMark>;
  const at = known === 'active' ? lastSuccessfulAt : lastFailedAt;
  return (
    <StateMark tone={TONES[known]}>
      {t(`outcome.${known}`)}
      {at && known !== 'disabled' ? ` ${formatAgo(at)}` : ''}
    </StateMark>
  );
}

/** Who gets messages, and how: "Owners by e-mail". */
export function useDestinationText(): (destination: Destination) => string {
  const t = useWords(alertWords);
  const channel = useWords(channelWords);
  return ({ category, type }) => t('toBy', { who: t(`category.${category}`), how: channel(type as Channel) });
}
