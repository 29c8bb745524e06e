import { listWorkflowInstanceStatesOfRun, listWorkflowInstances } from 'cairn/client';
import type { WorkflowInstance } from 'cairn/contract';
import { useState } from 'react';
import { useOperation } from '../../data/use-operation.js';
import { Panel } from '../../kit/panel.js';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { Async } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatAgo, formatNumber } from '../../words/format.js';
import { workflowWords } from '../../words/workflows.js';
import { titleOfName } from './workflow-texts.js';
import classes from './workflows.module.css';

type Status = NonNullable<WorkflowInstance['status']>;
const TONES = {
  RUNNING: 'info',
  FINISHED: 'ok',
  FAILURE: 'fail',
  EXCEPTION: 'fail',
  SUPERSEDED: 'idle',
} as const satisfies Record<Status, Tone>;
const MONTH = 30 * 86_400_000;
const MOST = 50;

/** Recent runs, as the engine that carried them out recorded them; a run shows its steps when it is opened. */
export function Runs({ of }: { of: string }) {
  const t = useWords(workflowWords);
  const [startTs] = useState(() => Date.now() - MONTH);
  const query = { workflowDefinitionName: of, startTs, endTs: startTs + 2 * MONTH, limit: MOST };
  const answer = useOperation(listWorkflowInstances, { query });
  return (
    <Panel title={t('runs')}>
      <Async of={answer} small>
        {({ data }) =>
          data.length === 0 ? (
            <p className={classes.soft}>{t('noRuns')}</p>
          ) : (
            <ul className={classes.steps}>
              {data.map((run) => (
                <Run key={run.id} run={run} of={of} />
              ))}
            </ul>
          )
        }
      </Async>
    </Panel>
  );
}

function Run({ run, of }: { run: WorkflowInstance; of: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <State {...run} />
        </summary>
        {isOpen && run.id ? <Stages run={run.id} of={of} /> : null}
      </details>
    </li>
  );
}

function Stages({ run, of }: { run: string; of: string }) {
  const params = { workflowDefinitionName: of, workflowInstanceId: run };
  const answer = useOperation(listWorkflowInstanceStatesOfRun, { params, query: { limit: MOST } });
  return (
    <Async of={answer} small>
      {({ data }) => (
        <ol className={classes.steps}>
          {[...data].reverse().map(({ id, stage = {}, status, exception }) => (
            <li key={id}>
              <strong>{stage.displayName || titleOfName(stage.name ?? '')}</strong>
              <State {...stage} status={status} exception={exception} />
            </li>
          ))}
        </ol>
      )}
    </Async>
  );
}

interface StateProps {
  status?: Status | undefined;
  startedAt?: number;
  endedAt?: number;
  exception?: string | undefined;
}

function State({ status = 'RUNNING', startedAt, endedAt, exception }: StateProps) {
  const t = useWords(workflowWords);
  const seconds = startedAt && endedAt ? formatNumber((endedAt - startedAt) / 1000, { maximumFractionDigits: 1 }) : '';
  const words = [
    ...(startedAt ? [t('began', { ago: formatAgo(startedAt) })] : []),
    ...(seconds ? [t('took', { seconds })] : []),
    ...(exception ? [exception] : []),
  ];
  return (
    <span className={classes.actions}>
      <StateMark tone={TONES[status]}>{t(`run.${status}`)}</StateMark>
      <span className={classes.soft}>{words.join(', ')}</span>
    </span>
  );
}
