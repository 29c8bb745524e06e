import { Pill, SegmentedControl } from '@mantine/core';
import { useSearchState } from '../../data/addresses/use-address.js';
import { IncidentList } from '../../entities/quality/incident-list.js';
import classes from '../../entities/quality/quality.module.css';
import { PageHead } from '../../kit/page-head.js';
import { useWords } from '../../words/define-words.js';
import { incidentWords } from '../../words/quality/incidents.js';
import { GROUPINGS, IncidentGroups } from './incident-groups.js';

const EACH = 'each' as const;

/** Incidents of all tests, one by one or counted in groups. */
export function IncidentsPage() {
  const t = useWords(incidentWords);
  const [by, setBy] = useSearchState('by', EACH);
  const [assignee, setAssignee] = useSearchState('assignee');
  const grouping = GROUPINGS.find((one) => one === by);
  return (
    <>
      <PageHead title={t('title')} about={t('about')} />
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          className={classes.views}
          aria-label={t('groupBy')}
          value={grouping ?? EACH}
          onChange={(value) => setBy(value, { push: true })}
          data={[EACH, ...GROUPINGS].map((value) => ({ value, label: t(`by.${value}`) }))}
        />
        {assignee && !grouping ? (
          <Pill
            withRemoveButton
            onRemove={() => setAssignee('')}
            removeButtonProps={{ 'aria-label': t('ofAll'), tabIndex: 0, 'aria-hidden': false }}
          >
            {t('of', { name: assignee })}
          </Pill>
        ) : null}
      </div>
      {grouping ? (
        <IncidentGroups by={grouping} label={t('title')} />
      ) : (
        <IncidentList label={t('title')} assignee={assignee} />
      )}
    </>
  );
}
