import { Button, Tabs } from '@mantine/core';
import { type EventSubscription, getEventsubscriptionByName } from 'cairn/client';
import { Pencil } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { useMayOn } from '../../../data/rights.js';
import { useKeys } from '../../../data/shortcuts.js';
import { useOperation } from '../../../data/use-operation.js';
import { Link } from '../../../kit/link.js';
import { PageHead } from '../../../kit/page-head.js';
import { part } from '../../../kit/states/part.js';
import { Async, Loading } from '../../../kit/states/states.js';
import { alertDetailWords } from '../../../words/alerts/alert-detail.js';
import { alertWords } from '../../../words/alerts/alerts.js';
import { useWords } from '../../../words/define-words.js';
import { AlertMenu } from '../alert-menu.js';
import { AlertSwitch } from '../alert-row.js';
import { ADDRESSES, ALERT, DETAIL_TABS, type DetailTab, kindOf, useAlertAddress } from '../kinds.js';
import { Configuration } from './configuration.js';
import classes from './detail.module.css';

const RecentEvents = part(() => import('./recent-events.js').then((m) => m.RecentEvents), <Loading />);
const Diagnostics = part(() => import('./diagnostics.js').then((m) => m.Diagnostics), <Loading />);

export function AlertPage() {
  return <Detail words={2} />;
}

export function NotificationPage() {
  return <Detail words={3} />;
}

function Detail({ words }: { words: number }) {
  const { fqn, tab } = useAlertAddress(words);
  const answer = useOperation(getEventsubscriptionByName, { params: { fqn }, query: { fields: 'owners' } });
  return <Async of={answer}>{(alert) => <Shown alert={alert} tab={tab} />}</Async>;
}

function Shown({ alert, tab }: { alert: EventSubscription; tab: DetailTab }) {
  const t = useWords(alertWords);
  const detail = useWords(alertDetailWords);
  const navigate = useNavigate();
  const mayEdit = useMayOn(ALERT, alert.id, 'EditAll');
  const kind = kindOf(alert);
  const name = alert.displayName || alert.name;
  const fqn = alert.fullyQualifiedName ?? alert.name;
  const go = (to: DetailTab | undefined) => to && void navigate(ADDRESSES[kind].detail(fqn, to));
  const at = DETAIL_TABS.indexOf(tab);
  useKeys({ '[': () => go(DETAIL_TABS[at - 1]), ']': () => go(DETAIL_TABS[at + 1]) });
  useEffect(() => {
    document.title = document.title.replace(/^[^·]*(?=·)/, `${name} `);
  }, [name]);
  return (
    <>
      <PageHead
        above={
          <Link to={ADDRESSES[kind].list} className={classes.back}>
            {t(kind === 'Observability' ? 'alerts' : 'notifications')}
          </Link>
        }
        title={name}
        action={
          <>
            <AlertSwitch alert={alert} name={name} labelled />
            {mayEdit ? (
              <Button
                component={Link}
                to={ADDRESSES[kind].edit(fqn)}
                variant="default"
                size="xs"
                leftSection={<Pencil size={14} aria-hidden />}
              >
                {detail('edit')}
              </Button>
            ) : null}
            <AlertMenu alert={alert} />
          </>
        }
      />
      <Tabs value={tab} onChange={(next) => go(DETAIL_TABS.find((one) => one === next))} keepMounted={false}>
        <Tabs.List aria-label={t('tabsOf', { name })} className={classes.tabs}>
          {DETAIL_TABS.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {t(one)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          {tab === 'configuration' ? <Configuration alert={alert} /> : null}
          {tab === 'recentEvents' ? <RecentEvents alert={alert} /> : null}
          {tab === 'diagnostics' ? <Diagnostics alert={alert} /> : null}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
