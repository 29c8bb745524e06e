import {
  listStatesOfIncident,
  searchIncidentStatuses,
  type TestCase,
  type TestCaseResolutionStatus,
} from 'cairn/client';
import { CircleCheck } from 'lucide-react';
import { useOperation } from '../../data/use-operation.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatTime } from '../../words/format.js';
import { incidentWords } from '../../words/quality/incidents.js';
import type { EntityView } from '../entity-page.js';
import { usePersonNames } from '../fields/person-name.js';
import { nameOf } from '../fields/values.js';
import { IncidentActions } from './incident-actions.js';
import { IncidentSeverity } from './incident-severity.js';
import { detailsOf, IncidentMark } from './incident-state.js';
import classes from './quality.module.css';

/** The incident of a test from its first failure on, and those before. */
export function IssuesTab({ entity, may }: EntityView) {
  const t = useWords(incidentWords);
  const { incidentId } = entity as unknown as TestCase;
  const fqn = entity.fullyQualifiedName;
  const latest = useOperation(searchIncidentStatuses, {
    query: { testCaseFQN: fqn, latest: true, limit: 100 },
  });
  return (
    <Async of={latest}>
      {({ data }) => {
        const now = data.find(({ stateId }) => stateId === incidentId) ?? data[0];
        const past = data.filter((one) => one !== now);
        if (!now)
          return (
            <Empty icon={CircleCheck} title={t('noIncident')}>
              {t('noIncidentText')}
            </Empty>
          );
        return (
          <div className={classes.stack}>
            <Incident status={now} testCase={fqn} name={nameOf(entity)} allowed={may('EditTests')} />
            {past.length > 0 ? (
              <Panel title={t('past')}>
                {past.map((one) => (
                  <Timeline key={one.stateId} stateId={one.stateId ?? ''} />
                ))}
              </Panel>
            ) : null}
          </div>
        );
      }}
    </Async>
  );
}

interface Props {
  status: TestCaseResolutionStatus;
  testCase: string;
  name: string;
  allowed: boolean;
}

function Incident(props: Props) {
  const { status } = props;
  const t = useWords(incidentWords);
  return (
    <Panel
      title={
        <>
          {t('timeline')} <IncidentMark state={status.testCaseResolutionStatusType} />
        </>
      }
      action={
        <div className={classes.actions}>
          <IncidentSeverity {...props} />
          <IncidentActions {...props} />
        </div>
      }
    >
      <Timeline stateId={status.stateId ?? ''} />
    </Panel>
  );
}

/** What happened to one incident, the oldest first. */
function Timeline({ stateId }: { stateId: string }) {
  const t = useWords(incidentWords);
  const answer = useOperation(listStatesOfIncident, { params: { stateId } });
  const states = answer.data?.value.data ?? [];
  const personName = usePersonNames(
    states.flatMap((one) => [one.updatedBy?.name ?? '', detailsOf(one).assigned?.name ?? '']),
  );
  function said(status: TestCaseResolutionStatus): string {
    const who = personName(status.updatedBy?.name ?? '');
    const { assigned, resolved } = detailsOf(status);
    if (assigned) return t('assignedTo', { who, name: assigned.displayName || personName(assigned.name ?? '') });
    if (resolved) return t('resolvedBy', { who, reason: t(`reason.${resolved.testCaseFailureReason}`) });
    return status.testCaseResolutionStatusType === 'Ack' ? t('ackBy', { who }) : t('new');
  }
  return (
    <Async of={answer} small>
      {({ data }) => (
        <ol className={classes.timeline}>
          {[...data]
            .sort((a, b) => (a.timestamp ?? 0) - (b.timestamp ?? 0))
            .map((status) => {
              const { resolved } = detailsOf(status);
              return (
                <li key={status.id}>
                  <IncidentMark state={status.testCaseResolutionStatusType} />
                  <div className={classes.found}>
                    {said(status)}
                    {resolved ? <div className={classes.soft}>{resolved.testCaseFailureComment}</div> : null}
                  </div>
                  <time className={classes.time}>{formatTime(status.timestamp ?? 0)}</time>
                </li>
              );
            })}
        </ol>
      )}
    </Async>
  );
}
