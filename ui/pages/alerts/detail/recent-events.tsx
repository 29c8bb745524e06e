import { Button, SegmentedControl } from '@mantine/core';
import { type ChangeEvent, type EventSubscription, listAlertDeliveries, listAlertEvents } from 'cairn/client';
import { MailCheck, RotateCw } from 'lucide-react';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { StateMark } from '../../../kit/state-mark.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { alertDetailWords } from '../../../words/alerts/alert-detail.js';
import { useWords } from '../../../words/define-words.js';
import { EventDetails } from '../events/event-details.js';
import { EventLine, type ShownEvent } from '../events/event-list.js';
import { Deliveries } from './deliveries.js';
import classes from './detail.module.css';
import { useRedeliver } from './use-redeliver.js';

const SHOWN = 25;
const STATES = ['', 'failed', 'successful'] as const;

interface Sent {
  status: 'failed' | 'successful' | 'unprocessed';
  event: ShownEvent;
  reason: string | undefined;
}

/** Events that were delivered or failed to be, the newest first. */
export function RecentEvents({ alert }: { alert: EventSubscription }) {
  const t = useWords(alertDetailWords);
  const [state, setState] = useSearchState('status');
  const [from, setFrom] = useSearchState('from', '0');
  const { busy, redeliver } = useRedeliver(alert.id);
  const asked = STATES.find((one) => one === state) ?? '';
  const offset = Math.max(0, Math.trunc(Number(from)) || 0);
  const answer = useOperation(
    listAlertEvents,
    {
      params: { id: alert.id },
      query: { limit: SHOWN, paginationOffset: offset, ...(asked === '' ? {} : { status: asked }) },
    },
    { keepPrevious: true, every: 5000 },
  );
  const isFailed = useOperation(
    listAlertEvents,
    { params: { id: alert.id }, query: { limit: 1, status: 'failed' } },
    { every: 5000 },
  ).data?.value.data.some(({ data }) => data.length > 0);
  return (
    <>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t('show')}
          value={asked}
          onChange={(value) => {
            setFrom('0');
            setState(value);
          }}
          data={STATES.map((value) => ({ value, label: t(value === '' ? 'all' : value) }))}
        />
        <Button
          variant="default"
          size="xs"
          loading={busy}
          disabled={!isFailed}
          leftSection={<RotateCw size={14} aria-hidden />}
          onClick={() => void redeliver({}).then(() => refresh(listAlertEvents, listAlertDeliveries))}
        >
          {t('redeliverFailed')}
        </Button>
      </div>
      <Async of={answer}>
        {({ data }) => {
          const rows = data.flatMap(readSent);
          if (rows.length === 0 && offset === 0)
            return (
              <Empty icon={MailCheck} title={t(asked === 'failed' ? 'noFailures' : 'noEvents')}>
                {asked === 'failed' ? null : t('noEventsText')}
              </Empty>
            );
          return (
            <>
              <ul className={classes.cards}>
                {rows.map((row, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: an event that went to several places is there several times
                  <SentEvent key={`${row.event.id} ${i}`} alert={alert} row={row} />
                ))}
              </ul>
              <nav aria-label={t('pages')} className={classes.bar}>
                <Button
                  variant="default"
                  size="xs"
                  disabled={offset === 0}
                  onClick={() => setFrom(String(Math.max(0, offset - SHOWN)), { push: true })}
                >
                  {t('newer')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  disabled={data.length < SHOWN}
                  onClick={() => setFrom(String(offset + SHOWN), { push: true })}
                >
                  {t('older')}
                </Button>
              </nav>
            </>
          );
        }}
      </Async>
    </>
  );
}

function readSent(given: { status: Sent['status']; data: readonly object[] }): Sent[] {
  return given.data.map((one) => {
    const failed = one as { changeEvent?: ChangeEvent; reason?: string };
    return { status: given.status, event: failed.changeEvent ?? (one as ChangeEvent), reason: failed.reason };
  });
}

function SentEvent({ alert, row: { status, event, reason } }: { alert: EventSubscription; row: Sent }) {
  const t = useWords(alertDetailWords);
  const { busy, redeliver } = useRedeliver(alert.id);
  const isFailed = status === 'failed';
  return (
    <li className={classes.card}>
      <div className={classes.eventHead}>
        <StateMark tone={isFailed ? 'fail' : 'ok'}>{t(isFailed ? 'failed' : 'successful')}</StateMark>
        <div className={classes.grow}>
          <EventLine event={event} />
        </div>
        <Button
          variant="default"
          size="compact-xs"
          loading={busy}
          onClick={() =>
            void redeliver({ eventId: event.id }).then(() => refresh(listAlertEvents, listAlertDeliveries))
          }
        >
          {t('redeliver')}
        </Button>
      </div>
      {reason ? <p className={classes.fail}>{reason}</p> : null}
      <EventDetails event={event} />
      <Deliveries alert={alert} eventId={event.id} />
    </li>
  );
}
