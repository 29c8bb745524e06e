import { type EventSubscription, getAlertDelivery, listAlertDeliveries } from 'cairn/client';
import { useState } from 'react';
import { useOperation } from '../../../data/use-operation.js';
import { StateMark, type Tone } from '../../../kit/state-mark.js';
import { Async } from '../../../kit/states/states.js';
import { alertDetailWords } from '../../../words/alerts/alert-detail.js';
import { useWords } from '../../../words/define-words.js';
import { formatTime } from '../../../words/format.js';
import { useDestinationText } from '../channels.js';
import { stateWord } from './configuration.js';
import classes from './detail.module.css';

const TONES: Readonly<Record<string, Tone>> = { delivered: 'ok', failed: 'fail', pending: 'warn' };

/** The deliveries of an event with their attempts; loaded when it is opened. */
export function Deliveries({ alert, eventId }: { alert: EventSubscription; eventId: string }) {
  const t = useWords(alertDetailWords);
  const [opened, setOpened] = useState(false);
  return (
    <details className={classes.more} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{t('deliveries')}</summary>
      {opened ? <Loaded alert={alert} eventId={eventId} /> : null}
    </details>
  );
}

function Loaded({ alert, eventId }: { alert: EventSubscription; eventId: string }) {
  const t = useWords(alertDetailWords);
  const answer = useOperation(listAlertDeliveries, { params: { id: alert.id }, query: { eventId, limit: 100 } });
  return (
    <Async of={answer} small>
      {({ data }) =>
        data.length === 0 ? (
          <p className={classes.soft}>{t('noDeliveries')}</p>
        ) : (
          <ul className={classes.list}>
            {data.map(({ id }) => (
              <Delivery key={String(id)} alert={alert} deliveryId={String(id)} />
            ))}
          </ul>
        )
      }
    </Async>
  );
}

function Delivery({ alert, deliveryId }: { alert: EventSubscription; deliveryId: string }) {
  const t = useWords(alertDetailWords);
  const destinationText = useDestinationText();
  const answer = useOperation(getAlertDelivery, { params: { id: alert.id, deliveryId } });
  return (
    <li className={classes.item}>
      <Async of={answer} small loading={null}>
        {({ state, destinationId, attempts, history }) => {
          const destination = alert.destinations.find(({ id }) => id === destinationId);
          return (
            <>
              <div className={classes.inline}>
                <StateMark tone={TONES[state] ?? 'idle'}>{t(state === 'delivered' ? 'successful' : state)}</StateMark>
                <span>{destination ? destinationText(destination) : t('goneDestination')}</span>
                <span className={classes.soft}>{t('attempts', { count: attempts })}</span>
              </div>
              <ol className={classes.attempts}>
                {history.map((attempt) => (
                  <Attempt key={String(attempt.number)} attempt={readAttempt(attempt)} />
                ))}
              </ol>
            </>
          );
        }}
      </Async>
    </li>
  );
}

interface Tried {
  number: number;
  timestamp: number;
  outcome: string;
  durationMs: number;
  statusCode?: number;
  reason?: string;
  answer?: string;
}

function readAttempt(given: object): Tried {
  return given as Tried; // the schema of the answer stops one level above
}

function Attempt({ attempt }: { attempt: Tried }) {
  const t = useWords(alertDetailWords);
  const { number, timestamp, outcome, durationMs, statusCode, reason, answer } = attempt;
  return (
    <li>
      <span>{t('attempt', { number })}</span> <time>{formatTime(timestamp)}</time>{' '}
      <span>{[stateWord(outcome), statusCode].filter(Boolean).join(' ')}</span>{' '}
      <span className={classes.soft}>{t('milliseconds', { count: durationMs })}</span>
      {reason ? <div className={classes.fail}>{reason}</div> : null}
      {answer ? (
        <div className={classes.soft}>
          {t('answered')} <code className={classes.answer}>{answer}</code>
        </div>
      ) : null}
    </li>
  );
}
