import { Select } from '@mantine/core';
import {
  listStatesOfIncident,
  patchIncidentStatus,
  searchIncidentStatuses,
  type TestCaseResolutionStatus,
} from 'cairn/client';
import { cairn } from '../../data/client.js';
import { refresh } from '../../data/use-operation.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { incidentWords } from '../../words/quality/incidents.js';
import { SEVERITIES } from './incident-state.js';
import classes from './quality.module.css';
import { useMayHandle } from './use-may-handle.js';

interface Props {
  status: TestCaseResolutionStatus;
  testCase: string;
  name: string;
  /** As of `IncidentActions`. */
  allowed?: boolean | undefined;
}

/** How bad an incident is, rated in place. */
export function IncidentSeverity({ status, name, allowed }: Props) {
  const t = useWords(incidentWords);
  const { busy, run } = useAction();
  const may = useMayHandle(status, allowed);
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
  const { severity, testCaseResolutionStatusType: state } = status;
  if (!may || state === 'Resolved')
    return <span>{severity ? t('rated', { severity: t(`severity.${severity}`) }) : t('severity.none')}</span>;
  return (
    <Select
      size="xs"
      className={classes.severity}
      aria-label={t('severityOf', { name })}
      placeholder={t('severity.none')}
      disabled={busy}
      data={SEVERITIES.map((value) => ({ value, label: t(`severity.${value}`) }))}
      value={severity ?? null}
      onChange={(value) => value !== (severity ?? null) && void rate(value)}
    />
  );
}
