import { Switch } from '@mantine/core';
import {
  countAlertEvents,
  type EventSubscription,
  getEventsubscriptionByName,
  listAlerts,
  patchEventsubscription,
} from 'cairn/client';
import { cairn } from '../../data/client.js';
import { useMayOn } from '../../data/rights.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { Link } from '../../kit/link.js';
import { StateMark } from '../../kit/state-mark.js';
import { useAction } from '../../kit/states/use-action.js';
import { alertWords } from '../../words/alerts/alerts.js';
import { useWords } from '../../words/define-words.js';
import { AlertMenu } from './alert-menu.js';
import classes from './alerts.module.css';
import { ChannelIcon, Outcome, useDestinationText } from './channels.js';
import { ADDRESSES, ALERT, kindOf } from './kinds.js';
import { useSourceName } from './sources.js';

/** An alert in a list: its source, the results of its last deliveries, what is pending, and whether it is on. */
export function AlertRow({ alert }: { alert: EventSubscription }) {
  const t = useWords(alertWords);
  const sourceName = useSourceName();
  const destinationText = useDestinationText();
  const name = alert.displayName || alert.name;
  const fqn = alert.fullyQualifiedName ?? alert.name;
  const source = alert.filteringRules?.resources[0] ?? 'all';
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Link to={ADDRESSES[kindOf(alert)].detail(fqn)} className={classes.name}>
          {name}
        </Link>
        <span className={classes.source}>
          <TypeIcon type={source} size={14} /> {sourceName(source)}
          {alert.provider === 'system' ? ` · ${t('system')}` : ''}
        </span>
      </div>
      <ul className={classes.destinations} aria-label={t('destinations')}>
        {alert.destinations.length === 0 ? <li className={classes.soft}>{t('noDestinations')}</li> : null}
        {alert.destinations.map((destination, i) => (
          <li key={destination.id ?? i}>
            <ChannelIcon type={destination.type} /> <span>{destinationText(destination)}</span>
            <Outcome destination={destination} />
          </li>
        ))}
      </ul>
      <Backlog id={alert.id} isOn={alert.enabled !== false} />
      <AlertSwitch alert={alert} name={name} />
      <AlertMenu alert={alert} />
    </li>
  );
}

interface SwitchProps {
  alert: EventSubscription;
  name: string;
  /** With a word beside it. */
  labelled?: boolean;
}

export function AlertSwitch({ alert, name, labelled = false }: SwitchProps) {
  const t = useWords(alertWords);
  const { busy, run } = useAction();
  const mayEdit = useMayOn(ALERT, alert.id, 'EditAll');
  const isOn = alert.enabled !== false;
  const change = async () => {
    await cairn.call(patchEventsubscription, {
      params: { id: alert.id },
      body: [{ op: 'add', path: '/enabled', value: !isOn }],
    });
    await refresh(listAlerts, getEventsubscriptionByName);
  };
  return (
    <Switch
      size="sm"
      {...(labelled ? { label: t(isOn ? 'on' : 'off') } : { 'aria-label': t('switch', { name }) })}
      checked={isOn}
      disabled={busy || !mayEdit}
      onChange={() => void run(change, { failed: t('notSwitched') })}
    />
  );
}

/** Events that are not read yet, and deliveries on their way. They wait for nothing while the alert is off. */
function Backlog({ id, isOn }: { id: string; isOn: boolean }) {
  const t = useWords(alertWords);
  const answer = useOperation(countAlertEvents, { params: { id } }, { staleTime: 60_000 });
  const count = Number(answer.data?.value.pendingEventsCount ?? 0);
  return (
    <span className={classes.backlog}>
      {answer.data ? (
        <StateMark tone={count > 0 && isOn ? 'warn' : 'idle'}>
          {count > 0 ? t('backlog', { count }) : t('noBacklog')}
        </StateMark>
      ) : null}
    </span>
  );
}
