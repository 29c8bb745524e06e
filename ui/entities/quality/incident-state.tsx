import type { TestCaseResolutionStatus } from 'cairn/client';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { useWords } from '../../words/define-words.js';
import { incidentWords } from '../../words/quality/incidents.js';

export type IncidentState = TestCaseResolutionStatus['testCaseResolutionStatusType'];
export const REASONS = ['MissingData', 'Duplicates', 'OutOfBounds', 'FalsePositive', 'Other'] as const;
export const SEVERITIES = ['Severity1', 'Severity2', 'Severity3', 'Severity4', 'Severity5'] as const;

const TONES: Readonly<Record<IncidentState, Tone>> = { New: 'fail', Ack: 'warn', Assigned: 'info', Resolved: 'ok' };

export function IncidentMark({ state }: { state: IncidentState }) {
  const t = useWords(incidentWords);
  return <StateMark tone={TONES[state]}>{t(`state.${state}`)}</StateMark>;
}

/** Who an incident is assigned to, and why it was resolved, where its state says so. */
export function detailsOf({ testCaseResolutionStatusDetails: details }: TestCaseResolutionStatus) {
  const assigned = details && 'assignee' in details ? details.assignee : undefined;
  const resolved = details && 'testCaseFailureReason' in details ? details : undefined;
  return { assigned, resolved };
}
