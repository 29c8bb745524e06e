import { Button } from '@mantine/core';
import { listAlerts } from 'cairn/client';
import { Bell, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { useSearchState } from '../../data/addresses/use-address.js';
import { useMay } from '../../data/rights.js';
import { useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import { FindField } from '../../kit/lists/find-field.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { PageHead } from '../../kit/page-head.js';
import { Async, Empty } from '../../kit/states/states.js';
import { alertWords } from '../../words/alerts/alerts.js';
import { templateWords } from '../../words/alerts/templates.js';
import { useWords } from '../../words/define-words.js';
import { AlertRow } from './alert-row.js';
import classes from './alerts.module.css';
import { ADDRESSES, ALERT, type AlertKind } from './kinds.js';
import { useSourceName } from './sources.js';

const PAGE = 100;

export function AlertsPage() {
  return <AlertList kind="Observability" />;
}

export function NotificationsPage() {
  return <AlertList kind="Notification" />;
}

function AlertList({ kind }: { kind: AlertKind }) {
  const t = useWords(alertWords);
  const templates = useWords(templateWords);
  const isAlert = kind === 'Observability';
  const [shown, setShown] = useState(PAGE);
  const answer = useOperation(listAlerts, { query: { alertType: kind, limit: shown } }, { keepPrevious: true });
  const mayAdd = useMay(ALERT, 'Create') !== 'no';
  const add = mayAdd ? (
    <Button
      component={Link}
      to={ADDRESSES[kind].add}
      size="xs"
      className={classes.primary}
      leftSection={<Plus size={14} aria-hidden />}
    >
      {t(isAlert ? 'addAlert' : 'addNotification')}
    </Button>
  ) : null;
  return (
    <>
      <PageHead
        title={t(isAlert ? 'alerts' : 'notifications')}
        about={t(isAlert ? 'alertsAbout' : 'notificationsAbout')}
        action={
          <>
            <Button component={Link} to="/settings/notifications/templates" size="xs" variant="default">
              {templates('title')}
            </Button>
            {add}
          </>
        }
      />
      <Async of={answer}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Empty icon={Bell} title={t(isAlert ? 'none' : 'noNotifications')} action={add}>
              {t(isAlert ? 'noneText' : 'noNotificationsText')}
            </Empty>
          ) : (
            <>
              <Rows alerts={data} />
              <MoreButton total={paging.total} shown={data.length} load={() => setShown(shown + PAGE)} />
            </>
          )
        }
      </Async>
    </>
  );
}

function Rows({ alerts }: { alerts: Parameters<typeof AlertRow>[0]['alert'][] }) {
  const t = useWords(alertWords);
  const sourceName = useSourceName();
  const [text, setText] = useSearchState('find');
  const wanted = text.trim().toLowerCase();
  const fits = alerts.filter(({ name, displayName, filteringRules }) =>
    [name, displayName, ...(filteringRules?.resources ?? []).map(sourceName)].join(' ').toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className={classes.bar}>
        <FindField small className={classes.find} label={t('find')} value={text} onChange={setText} />
        <p role="status" className={classes.soft}>
          {t('shownOf', { count: fits.length })}
        </p>
      </div>
      {fits.length === 0 ? <Empty icon={Search} title={t('noneFits', { text })} /> : null}
      <ul className={classes.list}>
        {fits.map((alert) => (
          <AlertRow key={alert.id} alert={alert} />
        ))}
      </ul>
    </>
  );
}
