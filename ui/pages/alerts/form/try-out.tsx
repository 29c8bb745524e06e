import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { previewAlert } from 'cairn/client';
import { useState } from 'react';
import { useOperation } from '../../../data/use-operation.js';
import { Panel } from '../../../kit/panel.js';
import { Async } from '../../../kit/states/states.js';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber, formatTime } from '../../../words/format.js';
import { EventList, readEvent, useKindName } from '../events/event-list.js';
import type { AlertKind } from '../kinds.js';
import type { Source } from '../sources.js';
import { type AlertDraft, isTriable, writtenTrial } from './draft.js';
import classes from './form.module.css';

const SHOWN = 8;
const DAYS = [1, 7, 30];

/** Recent events that the alert would have matched, updated while it is edited. */
export function TryOut({ draft, kind, source }: { draft: AlertDraft; kind: AlertKind; source: Source | undefined }) {
  const t = useWords(alertFormWords);
  const [days, setDays] = useState(7);
  const triable = isTriable(draft, source);
  // Null while it lacks something, so that a draft that was just completed is not asked for as it was before.
  const [asked] = useDebouncedValue(triable ? JSON.stringify(writtenTrial(draft, kind)) : null, 400);
  const answer = useOperation(
    previewAlert,
    { query: { days, limit: SHOWN }, body: JSON.parse(asked ?? '{}') },
    { enabled: triable && asked !== null, keepPrevious: true, staleTime: 60_000 },
  );
  return (
    <Panel
      title={t('tryOut')}
      action={
        <Select
          size="xs"
          className={classes.short}
          aria-label={t('days')}
          allowDeselect={false}
          data={DAYS.map((count) => ({ value: String(count), label: t('lastDays', { count }) }))}
          value={String(days)}
          onChange={(value) => setDays(Number(value))}
        />
      }
    >
      {triable ? (
        <div aria-live="polite" aria-busy={answer.isFetching}>
          <Async of={answer} small>
            {(found) => <Found found={found} />}
          </Async>
        </div>
      ) : (
        <p className={classes.soft}>{t('notYet')}</p>
      )}
    </Panel>
  );
}

interface FoundProps {
  found: {
    matched: number;
    looked: number;
    complete: boolean;
    from: number;
    byEventType: Readonly<Record<string, unknown>>;
    data: readonly object[];
  };
}

function Found({ found: { matched, looked, complete, from, byEventType, data } }: FoundProps) {
  const t = useWords(alertFormWords);
  const kindName = useKindName();
  return (
    <div className={classes.found}>
      <p className={classes.result}>
        {matched === 0 ? t('wouldHaveNone') : t('wouldHave', { count: matched, shown: formatNumber(matched) })}
      </p>
      <p className={classes.soft}>
        {t('looked', { count: looked, shown: formatNumber(looked) })}
        {complete ? '' : ` ${t('notAll', { time: formatTime(from) })}`}
      </p>
      {matched > 0 ? (
        <>
          <ul className={classes.counts}>
            {Object.entries(byEventType).map(([type, count]) => (
              <li key={type}>
                {kindName(type)} <b>{formatNumber(Number(count))}</b>
              </li>
            ))}
          </ul>
          <h3>{t('newest')}</h3>
          <EventList events={data.map(readEvent)} />
        </>
      ) : null}
    </div>
  );
}
