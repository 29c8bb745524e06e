import { Button } from '@mantine/core';
import { type EventSubscription, explainAlert, previewAlert } from 'cairn/client';
import { useState } from 'react';
import { useOperation } from '../../../data/use-operation.js';
import { FindField } from '../../../kit/lists/find-field.js';
import { Panel } from '../../../kit/panel.js';
import { StateMark } from '../../../kit/state-mark.js';
import { Async } from '../../../kit/states/states.js';
import { alertDetailWords } from '../../../words/alerts/alert-detail.js';
import { useWords } from '../../../words/define-words.js';
import { EventLine, readEvent } from '../events/event-list.js';
import { kindOf } from '../kinds.js';
import { ruleTitle } from '../sources.js';
import classes from './detail.module.css';

const FIRST = 10;
const MOST = 100;
const DAYS = 30;

/** Recent events of what the alert is about, and for each why it was delivered or not. */
export function Why({ alert }: { alert: EventSubscription }) {
  const t = useWords(alertDetailWords);
  const [text, setText] = useState('');
  const [shown, setShown] = useState(FIRST);
  const resources = alert.filteringRules?.resources ?? [];
  // Without rules the preview finds all events of the source, the newest first.
  const answer = useOperation(
    previewAlert,
    { query: { days: DAYS, limit: MOST }, body: { name: 'all', alertType: kindOf(alert), resources, input: {} } },
    { staleTime: 15_000 },
  );
  const wanted = text.trim().toLowerCase();
  return (
    <Panel title={t('why')}>
      <p className={classes.soft}>{t('whyText')}</p>
      <FindField small className={classes.find} label={t('findEvent')} value={text} onChange={setText} />
      <Async of={answer} small>
        {({ data }) => {
          if (data.length === 0) return <p className={classes.soft}>{t('noRecent')}</p>;
          const fits = data
            .map(readEvent)
            .filter(({ entityFullyQualifiedName = '' }) => entityFullyQualifiedName.toLowerCase().includes(wanted));
          return (
            <>
              {fits.length === 0 ? <p className={classes.soft}>{t('noneFits', { text })}</p> : null}
              <ul className={classes.list}>
                {fits.slice(0, shown).map((event) => (
                  <li key={event.id} className={classes.item}>
                    <Explained alertId={alert.id} event={event} />
                  </li>
                ))}
              </ul>
              {fits.length > shown ? (
                <Button variant="default" size="xs" onClick={() => setShown(MOST)}>
                  {t('moreEvents')}
                </Button>
              ) : null}
            </>
          );
        }}
      </Async>
    </Panel>
  );
}

function Explained({ alertId, event }: { alertId: string; event: ReturnType<typeof readEvent> }) {
  const t = useWords(alertDetailWords);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <div className={classes.eventHead}>
        <div className={classes.grow}>
          <EventLine event={event} />
        </div>
        <Button variant="default" size="compact-xs" aria-expanded={opened} onClick={() => setOpened(!opened)}>
          {t(opened ? 'close' : 'explain')}
        </Button>
      </div>
      {opened ? <Explanation alertId={alertId} eventId={event.id} /> : null}
    </>
  );
}

interface ExplainedRule {
  name: string;
  displayName?: string;
  effect: 'include' | 'exclude';
  passes: boolean;
  facts: string[];
}

function Explanation({ alertId, eventId }: { alertId: string; eventId: string }) {
  const t = useWords(alertDetailWords);
  const answer = useOperation(explainAlert, { params: { id: alertId }, body: { eventId } }, { staleTime: 0 });
  return (
    <Async of={answer} small>
      {({ decision, routing, filters, triggers }) => (
        <div className={classes.explanation}>
          <div className={classes.inline}>
            <StateMark tone={decision.delivers ? 'ok' : 'fail'}>
              {t(decision.delivers ? 'delivers' : 'deliversNot')}
            </StateMark>
            <span>{decision.reason}</span>
          </div>
          <Step label={t('routing')} passes={routing.passes}>
            <p className={classes.soft}>{routing.reason}</p>
          </Step>
          <Rules label={t('triggers')} part={triggers} />
          <Rules label={t('filters')} part={filters} />
        </div>
      )}
    </Async>
  );
}

function Step({ label, passes, children }: { label: string; passes: boolean; children: React.ReactNode }) {
  const t = useWords(alertDetailWords);
  return (
    <div className={classes.step}>
      <div className={classes.inline}>
        <b>{label}</b>
        <StateMark tone={passes ? 'ok' : 'fail'}>{t(passes ? 'passes' : 'passesNot')}</StateMark>
      </div>
      {children}
    </div>
  );
}

function Rules({ label, part }: { label: string; part: { passes: boolean; rules: readonly object[] } }) {
  const t = useWords(alertDetailWords);
  const rules = part.rules as readonly ExplainedRule[];
  return (
    <Step label={label} passes={part.passes}>
      {rules.length === 0 ? <p className={classes.soft}>{t('noRules')}</p> : null}
      <ul className={classes.list}>
        {rules.map((rule, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have their order only
          <li key={i} className={classes.ruleLine}>
            <div className={classes.inline}>
              <StateMark tone={rule.passes ? 'ok' : 'fail'}>{t(rule.passes ? 'passes' : 'passesNot')}</StateMark>
              {t(rule.effect === 'exclude' ? 'ruleExclude' : 'ruleInclude', { title: ruleTitle(rule) })}
            </div>
            {rule.facts.map((fact) => (
              <p key={fact} className={classes.soft}>
                {fact}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </Step>
  );
}
