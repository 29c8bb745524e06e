/** `TestSuite` pipelines, whose runs are runs of the tests of their suite. */
import { containerIn, type Scope } from '../../catalog/index.js';
import { runnableCases, TEST_TYPE, tested } from '../../entities/index.js';
import { enqueueJob } from '../../jobs/index.js';
import { type EntityRow, getEntitiesByFqns, getEntityById } from '../../storage/index.js';
import type { OwnPipeline } from '../pipelines/index.js';
import { placeOfTable, refusalOfService } from '../source/index.js';
import { chosenOf, chosenTests } from './chosen-tests.js';
import { runTests } from './run-tests-job.js';

export const suitePipeline: OwnPipeline = {
  pipelineType: 'TestSuite',
  job: runTests.name,
  async refusal(pipeline, scope) {
    const suite = await suiteOfPipeline(pipeline, scope);
    return suite ? refusalOfSuite(suite, chosenTests(pipeline), scope) : 'it does not belong to a test suite';
  },
  async enqueue(pipeline, scope) {
    const suite = await suiteOfPipeline(pipeline, scope);
    const target = suite?.id ?? pipeline.id;
    return enqueueJob(runTests, { target, pipelineId: pipeline.id }, scope, { key: pipeline.id, lane: target });
  },
};

type Reading = Pick<Scope, 'sql' | 'catalog'>;

async function suiteOfPipeline(pipeline: EntityRow, { sql }: Pick<Reading, 'sql'>): Promise<EntityRow | undefined> {
  const id = containerIn(pipeline, 'service');
  const row = id === undefined ? undefined : await getEntityById(sql, id);
  return row?.type === TEST_TYPE.suite && row.deleted === 0 ? row : undefined;
}

/** A suite runs here if all of its tables lie in databases that this server opens. */
async function refusalOfSuite(
  suite: EntityRow,
  chosen: ReadonlySet<string> | null,
  { sql, catalog }: Reading,
): Promise<string | null> {
  const cases = chosenOf(await runnableCases(suite, sql), chosen);
  const tables = await getEntitiesByFqns(sql, tested, [...new Set(cases.map(({ tableFqn }) => tableFqn))]);
  const services = new Set(tables.map((table) => placeOfTable(table).serviceId));
  for (const id of services) {
    const service = await getEntityById(sql, id);
    const refusal = service ? refusalOfService(service, catalog) : null;
    if (service && refusal !== null) return `${service.fqn}: ${refusal}`;
  }
  return null;
}
