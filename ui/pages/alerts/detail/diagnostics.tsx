import { diagnoseAlert, type EventSubscription, skipAlertEvents } from 'cairn/client';
import { cairn } from '../../../data/client.js';
import { useMay } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { Figures } from '../../../kit/charts/figures.js';
import { AskButton } from '../../../kit/dialogs/ask-button.js';
import { Panel } from '../../../kit/panel.js';
import { StateMark } from '../../../kit/state-mark.js';
import { Async } from '../../../kit/states/states.js';
import { tell } from '../../../kit/states/tell.js';
import { alertDetailWords } from '../../../words/alerts/alert-detail.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatNumber } from '../../../words/format.js';
import { Outcome, useDestinationText } from '../channels.js';
import { EventList } from '../events/event-list.js';
import { ALERT } from '../kinds.js';
import classes from './detail.module.css';
import { Why } from './why.js';

const SHOWN = 10;

/** How far an alert has read, what waits, and why an event passed or not. */
export function Diagnostics({ alert }: { alert: EventSubscription }) {
  const answer = useOperation(
    diagnoseAlert,
    { params: { id: alert.id }, query: { details: true, limit: SHOWN } },
    { every: 15_000 },
  );
  // Only those who may make an alert of the events may search them.
  const mayAsk = useMay(ALERT, 'Create') !== 'no';
  return (
    <div className={classes.stack}>
      <Async of={answer}>{(found) => <Progress alert={alert} found={readDiagnosis(found)} />}</Async>
      {mayAsk ? <Why alert={alert} /> : null}
    </div>
  );
}

interface Diagnosis {
  latest: number;
  current: number;
  starting: number;
  delivered: number;
  failed: number;
  relevant: number;
  unread: number;
  events: Parameters<typeof EventList>[0]['events'];
  circuits: { id: string; circuit: string; failingSince?: number }[];
}

function readDiagnosis(given: object): Diagnosis {
  const found = given as Record<string, unknown>;
  const count = (name: string) => Number(found[name] ?? 0);
  return {
    latest: count('latestOffset'),
    current: count('currentOffset'),
    starting: count('startingOffset'),
    delivered: count('successfulEventsCount'),
    failed: count('failedEventsCount'),
    relevant: count('relevantUnprocessedEventsCount'),
    unread: count('totalUnprocessedEventsCount'),
    events: (found.relevantUnprocessedEventsList ?? []) as Diagnosis['events'],
    circuits: (found.destinations ?? []) as Diagnosis['circuits'],
  };
}

function Progress({ alert, found }: { alert: EventSubscription; found: Diagnosis }) {
  const t = useWords(alertDetailWords);
  const all = Math.max(0, found.latest - found.starting);
  const done = Math.min(all, Math.max(0, found.current - found.starting));
  const part = all === 0 ? 100 : (100 * done) / all;
  const text = t('progressText', { done: formatNumber(done), all: formatNumber(all) });
  return (
    <>
      <Panel title={t('progress')} action={found.unread > 0 ? <Skip alert={alert} unread={found.unread} /> : null}>
        <meter className="visually-hidden" aria-label={t('progress')} min={0} max={Math.max(1, all)} value={done}>
          {text}
        </meter>
        <div aria-hidden className={classes.meter}>
          <span style={{ width: `${part}%` }} />
        </div>
        <p>{text}.</p>
        <p className={classes.soft}>
          {found.unread === 0
            ? t('readAll')
            : t('unread', {
                count: found.unread,
                shown: formatNumber(found.unread),
                relevant: formatNumber(found.relevant),
              })}
        </p>
        <div className={classes.figures}>
          <Figures
            figures={[
              { label: t('delivered'), value: formatNumber(found.delivered) },
              { label: t('failed'), value: formatNumber(found.failed) },
              { label: t('unreadShort'), value: formatNumber(found.unread) },
              { label: t('relevant'), value: formatNumber(found.relevant) },
            ]}
          />
        </div>
      </Panel>
      <Circuits alert={alert} circuits={found.circuits} />
      {found.events.length > 0 ? (
        <Panel title={t('relevantEvents')}>
          <EventList events={found.events} />
        </Panel>
      ) : null}
    </>
  );
}

function Circuits({ alert, circuits }: { alert: EventSubscription; circuits: Diagnosis['circuits'] }) {
  const t = useWords(alertDetailWords);
  const destinationText = useDestinationText();
  if (alert.destinations.length === 0) return null;
  return (
    <Panel title={t('destinations')}>
      <ul className={classes.list}>
        {alert.destinations.map((destination, i) => {
          const circuit = circuits.find(({ id }) => id === destination.id);
          return (
            <li key={destination.id ?? i} className={classes.inline}>
              <b>{destinationText(destination)}</b> <Outcome destination={destination} />
              {circuit?.circuit === 'open' ? <StateMark tone="fail">{t('circuitOpen')}</StateMark> : null}
              {circuit?.failingSince ? (
                <span className={classes.soft}>{t('failingSince', { ago: formatAgo(circuit.failingSince) })}</span>
              ) : null}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

function Skip({ alert, unread }: { alert: EventSubscription; unread: number }) {
  const t = useWords(alertDetailWords);
  async function skip() {
    const name = alert.fullyQualifiedName ?? alert.name;
    await cairn.call(skipAlertEvents, { params: { name } });
    tell({ message: t('skipped') });
    await refresh(diagnoseAlert);
  }
  return (
    <AskButton label={t('skip')} title={t('skipTitle')} run={skip}>
      {t('skipText', { count: unread, shown: formatNumber(unread) })}
    </AskButton>
  );
}
