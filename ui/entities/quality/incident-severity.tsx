import { Select } from '@mantine/core';
import {
  listStatesOfIncident,
  patchIncidentStatus,
  searchIncidentStatuses,
  type TestCaseResolutionStatus,
} from 'cairn/client';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { useAction } from '../../kit/use-action.js';
import { useWords } from '../../words/define-words.js';
import { incidentWords } from '../../words/incidents.js';
import { SEVERITIES } from './incident-state.js';
import classes from './quality.module.css';

interface Props {
  status: TestCaseResolutionStatus;
  testCase: string;
  name: string;
}

/** How bad an incident is, rated in place. */
export function IncidentSeverity({ status, name }: Props) {
  const t = useWords(incidentWords);
  const { busy, run } = useAction();
  const rate = (severity: string | null) =>
    run(
      async () => {
        await cairn.call(patchIncidentStatus, {
          params: { id: status.id ?? '' },
          body: severity ? [{ op: 'add', path: '/severity', value: severity }] : [{ op: 'remove', path: '/severity' }],
        });
        await refresh(searchIncidentStatuses, listStatesOfIncident);
      },
      { failed: t('failed') },
    );
  return (
    <Select
      size="xs"
      className={classes.severity}
      aria-label={t('severityOf', { name })}
      placeholder={t('severity.none')}
      disabled={busy || status.testCaseResolutionStatusType === 'Resolved'}
      data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
      value={status.severity ?? null}
      onChange={(value) => value !== (status.severity ?? null) && void rate(value)}
    />
  );
}
