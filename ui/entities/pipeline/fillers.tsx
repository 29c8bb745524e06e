import { getByNameTablePipelineObservability } from 'cairn/client';
import { addressOf } from '../../data/addresses/addresses.js';
import { useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { useWords } from '../../words/define-words.js';
import { runWords } from '../../words/entities/runs.js';
import { formatAgo, formatDuration } from '../../words/format.js';
import { scheduleText } from '../../words/schedule.js';
import { nameOf } from '../fields/values.js';
import classes from './pipeline.module.css';
import { RunState } from './run-state.js';

/** The pipelines that fill a table, with their last runs; nothing where none is reported. */
export function Fillers({ fqn }: { fqn: string }) {
  const t = useWords(runWords);
  const all = useOperation(getByNameTablePipelineObservability, { params: { fqn } }).data?.value ?? [];
  if (all.length === 0) return null;
  return (
    <Panel title={t('filledBy')}>
      <ul className={classes.runs}>
        {all.map(({ pipeline, lastRunStatus, lastRunTime, scheduleInterval, averageRunTime }) => (
          <li key={pipeline.id} className={classes.line}>
            <RunState state={lastRunStatus} />
            <Link to={addressOf('pipeline', pipeline.fullyQualifiedName ?? '', 'executions')}>{nameOf(pipeline)}</Link>
            <span className={classes.soft}>
              {[
                ...(lastRunTime === undefined ? [] : [formatAgo(lastRunTime)]),
                ...(scheduleInterval ? [scheduleText(scheduleInterval)] : []),
                ...(averageRunTime === undefined ? [] : [t('usually', { time: formatDuration(averageRunTime) })]),
              ].join(', ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
