import { addReactionToActivity, removeReactionFromActivity } from 'cairn/client';
import type { ActivityEvent, ReactionType } from 'cairn/contract';
import { History } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { readEntityLink } from '../../data/addresses/entity-links.js';
import { cairn } from '../../data/client.js';
import { queryClient } from '../../data/query-client.js';
import { Initials } from '../../kit/initials.js';
import { Link } from '../../kit/link.js';
import { Empty } from '../../kit/states/states.js';
import { useAction } from '../../kit/states/use-action.js';
import { WordDiff } from '../../kit/texts/diff.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import { formatAgo, formatTime, spaced } from '../../words/format.js';
import { resultName } from '../../words/results.js';
import { ReferenceChip } from '../fields/chips.js';
import { nameOf } from '../fields/values.js';
import classes from './activity.module.css';
import { namesIn, stateIn } from './activity-values.js';
import { Reactions } from './reactions.js';

interface Props {
  events: readonly ActivityEvent[];
  /** Says of which entity each is: for lists about several. */
  named?: boolean;
  /** Why there is nothing. */
  none: { title: string; text: string };
  small?: boolean;
}

/** What happened, the newest first: who did it, when, and what is different. */
export function ActivityList({ events, named = false, none, small = false }: Props) {
  if (events.length === 0)
    return (
      <Empty icon={History} title={none.title} small={small}>
        {none.text}
      </Empty>
    );
  return (
    <ol className={classes.list}>
      {events.map((event) => (
        <li key={event.id}>
          <Event event={event} named={named} />
        </li>
      ))}
    </ol>
  );
}

function Event({ event, named }: { event: ActivityEvent; named: boolean }) {
  const t = useWords(activityWords);
  const { run } = useAction();
  const { actor, entity, timestamp, eventType } = event;
  const who = actor ? nameOf(actor) : t('somebody');
  function react(reactionType: ReactionType, add: boolean) {
    const operation = add ? addReactionToActivity : removeReactionFromActivity;
    const work = async () => {
      await cairn.call(operation, { params: { id: event.id, reactionType } });
      await refreshActivity();
    };
    return run(work, { failed: t('failedReact') });
  }
  return (
    <div className={classes.spoken}>
      <Initials name={who} size={28} />
      <div className={classes.said}>
        <div className={classes.head}>
          <span>
            {actor ? (
              <Link className={classes.who} to={addressOf('user', actor.fullyQualifiedName ?? nameOf(actor))}>
                {who}
              </Link>
            ) : (
              <span className={classes.who}>{who}</span>
            )}{' '}
            {t(`did.${eventType}`, { part: partOf(event) })}
          </span>
          {named ? <ReferenceChip reference={entity} /> : null}
          <time className={classes.time} dateTime={new Date(timestamp).toISOString()} title={formatTime(timestamp)}>
            {formatAgo(timestamp)}
          </time>
        </div>
        <Change event={event} />
        <Reactions reactions={event.reactions ?? []} label={t('reactToChange', { name: who })} react={react} />
      </div>
    </div>
  );
}

/** All lists of activity begin with the same word of their address. */
function refreshActivity() {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [operation] }) => String(operation).startsWith('GET /v1/activity'),
  });
}

/** The column, or the custom property, that changed. */
function partOf({ about, fieldName = '' }: ActivityEvent): string {
  const part = readEntityLink(about ?? '')?.part ?? [];
  return part[1] ?? spaced(fieldName.replace(/^extension\./, ''));
}

function Change({ event: { eventType, oldValue, newValue } }: { event: ActivityEvent }) {
  const t = useWords(activityWords);
  if (eventType === 'DescriptionUpdated' || eventType === 'ColumnDescriptionUpdated')
    return (
      <div className={classes.change}>
        <WordDiff from={oldValue ?? ''} to={newValue ?? ''} />
      </div>
    );
  if (eventType === 'TestCaseStatusChanged' || eventType === 'PipelineStatusChanged') {
    const state = stateIn(newValue);
    return state ? (
      <p className={classes.soft}>{t('stateBecame', { state: resultName(state).toLowerCase() })}</p>
    ) : null;
  }
  const [removed, added] = [namesIn(oldValue), namesIn(newValue)];
  const gone = removed.filter((name) => !added.includes(name));
  const fresh = added.filter((name) => !removed.includes(name));
  if (gone.length + fresh.length === 0) return null;
  return (
    <p className={classes.soft}>
      {[
        fresh.length > 0 ? t('added', { names: fresh.join(', ') }) : '',
        gone.length > 0 ? t('removed', { names: gone.join(', ') }) : '',
      ]
        .filter((text) => text !== '')
        .join(' · ')}
    </p>
  );
}
