import { getTableByName } from 'cairn/client';
import { useOperation } from '../../data/use-operation.js';
import { Async } from '../../kit/states/states.js';
import type { EntityView } from '../entity-page.js';
import { CustomMetrics } from './custom-metrics.js';
import classes from './profile.module.css';
import { ProfilerForm } from './profiler-form.js';

/** What the profiler is to measure in a table, for those who may change it. */
export function ProfileSettings({ entity }: EntityView) {
  const answer = useOperation(getTableByName, {
    params: { fqn: entity.fullyQualifiedName },
    query: { fields: 'columns,customMetrics,tableProfilerConfig' },
  });
  return (
    <Async of={answer}>
      {(table) => (
        <div className={classes.stack}>
          <ProfilerForm key={JSON.stringify(table.tableProfilerConfig)} table={table} />
          <CustomMetrics table={table} />
        </div>
      )}
    </Async>
  );
}
