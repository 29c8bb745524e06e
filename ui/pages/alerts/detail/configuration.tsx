import type { ArgumentsInput, Destination, EventFilterRule, EventSubscription } from 'cairn/client';
import { addressOf } from '../../../data/addresses/addresses.js';
import { usePersonName } from '../../../entities/fields/person-name.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Link } from '../../../kit/link.js';
import { Panel } from '../../../kit/panel.js';
import { alertWords } from '../../../words/alerts/alerts.js';
import { useWords } from '../../../words/define-words.js';
import { formatAgo, formatTime, spaced, upperFirst } from '../../../words/format.js';
import { ChannelIcon, Outcome, useDestinationText } from '../channels.js';
import { ruleTitle, useSourceName, valueName } from '../sources.js';
import classes from './detail.module.css';

/** The configuration of an alert as text: conditions, destinations, template. */
export function Configuration({ alert }: { alert: EventSubscription }) {
  const t = useWords(alertWords);
  const sourceName = useSourceName();
  const source = alert.filteringRules?.resources[0] ?? 'all';
  const { actions = [], filters = [] } = alert.input ?? {};
  const template = alert.notificationTemplate;
  const updatedBy = usePersonName(alert.updatedBy ?? '');
  return (
    <div className={classes.columns}>
      <Panel title={t('what')}>
        <dl className={classes.facts}>
          <dt>{t('source')}</dt>
          <dd className={classes.inline}>
            <TypeIcon type={source} size={14} /> {sourceName(source)}
          </dd>
          <Rules label={t('when')} given={actions} rules={alert.filteringRules?.actions ?? []} />
          <Rules label={t('onlyIf')} given={filters} rules={alert.filteringRules?.rules ?? []} />
          {alert.description ? (
            <>
              <dt>{t('description')}</dt>
              <dd>{alert.description}</dd>
            </>
          ) : null}
          {alert.owners && alert.owners.length > 0 ? (
            <>
              <dt>{t('owners')}</dt>
              <dd>
                {alert.owners.map(({ id, type, name = '', displayName, fullyQualifiedName = name }) => (
                  <Link key={id} to={addressOf(type, fullyQualifiedName)} className={classes.owner}>
                    {displayName || name}
                  </Link>
                ))}
              </dd>
            </>
          ) : null}
          <dt>{t('template')}</dt>
          <dd>
            {template ? (
              <Link to={`/settings/notifications/templates/${encodeURIComponent(template.fullyQualifiedName ?? '')}`}>
                {template.displayName || template.name}
              </Link>
            ) : (
              t('defaultTemplate')
            )}
          </dd>
        </dl>
        {alert.updatedAt ? (
          <p className={classes.soft} title={formatTime(alert.updatedAt)}>
            {t('changed', { ago: formatAgo(alert.updatedAt), name: updatedBy })}
          </p>
        ) : null}
      </Panel>
      <Panel title={t('destinations')}>
        {alert.destinations.length === 0 ? <p className={classes.soft}>{t('noDestinations')}</p> : null}
        <ul className={classes.list}>
          {alert.destinations.map((destination, i) => (
            <DestinationFacts key={destination.id ?? i} destination={destination} />
          ))}
        </ul>
      </Panel>
    </div>
  );
}

interface RulesProps {
  label: string;
  given: readonly ArgumentsInput[];
  /** The same rules as the server made them, with titles. */
  rules: readonly EventFilterRule[];
}

function Rules({ label, given, rules }: RulesProps) {
  const t = useWords(alertWords);
  if (given.length === 0) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {given.map((one, i) => {
          const title = ruleTitle(rules[i]?.name === one.name ? (rules[i] ?? one) : one);
          const values = (one.arguments ?? []).flatMap(({ name = '', input = [] }) =>
            input.map((value) => valueName(name, value)),
          );
          const isNot = one.effect === 'exclude';
          const word = values.length > 0 ? (isNot ? 'isNotRule' : 'isRule') : isNot ? 'holdsNot' : 'holds';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rules have their order only
            <div key={i} className={classes.rule}>
              {i > 0 ? <span className={classes.soft}>{t(one.prefixCondition === 'OR' ? 'or' : 'and')}</span> : null}
              <span>{t(word, { title })}</span>
              {values.map((value) => (
                <span key={value} className={classes.value}>
                  {value}
                </span>
              ))}
            </div>
          );
        })}
      </dd>
    </>
  );
}

function DestinationFacts({ destination }: { destination: Destination }) {
  const t = useWords(alertWords);
  const destinationText = useDestinationText();
  const config = (destination.config ?? {}) as { endpoint?: string; receivers?: string[]; redelivery?: unknown };
  const details = (destination.statusDetails ?? {}) as {
    status?: string;
    lastFailedReason?: string;
    nextAttempt?: number;
  };
  const { timeout = 10, readTimeout = 12 } = destination;
  return (
    <li className={classes.item}>
      <div className={classes.inline}>
        <ChannelIcon type={destination.type} /> <b>{destinationText(destination)}</b>{' '}
        <Outcome destination={destination} />
      </div>
      {config.endpoint ? <div className={classes.mono}>{config.endpoint}</div> : null}
      {config.receivers?.map((one) => (
        <span key={one} className={classes.value}>
          {one}
        </span>
      ))}
      {destination.type === 'Email' ? null : (
        <div className={classes.soft}>{t('timeouts', { connect: timeout, read: readTimeout })}</div>
      )}
      {config.redelivery ? <div className={classes.soft}>{t('redelivers')}</div> : null}
      {details.lastFailedReason && details.status !== 'active' ? (
        <div className={classes.fail}>{t('lastFailure', { reason: details.lastFailedReason })}</div>
      ) : null}
      {details.nextAttempt ? (
        <div className={classes.soft}>{t('nextAttempt', { when: formatAgo(details.nextAttempt) })}</div>
      ) : null}
    </li>
  );
}

/** A state of an answer as a word. */
export function stateWord(state: string): string {
  return upperFirst(spaced(state));
}
