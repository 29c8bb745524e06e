/** Runs the tests of a suite, a table or a case as a job: one table after another, each with its own statements. */
import {
  CatalogError,
  type CreateTestCaseResult,
  parseObject,
  type Table,
  type TestCaseStatus,
} from '../../../contract/index.js';
import { type Actor, systemActor } from '../../catalog/index.js';
import { groupBy } from '../../context/index.js';
import { type DatabaseAccess, EgressError } from '../../egress/index.js';
import { jobActor, permittedCases, type RunnableCase, storeRunResult, tested } from '../../entities/index.js';
import type { FeatureJob, JobDeps } from '../../feature/index.js';
import { declareJob } from '../../jobs/index.js';
import { type EntityRow, getEntityByFqn, getEntityById } from '../../storage/index.js';
import { isExpectedMetric } from '../anomalies/index.js';
import { type RunReport, reportRun, runOf } from '../pipelines/index.js';
import { openServiceSource, placeOfTable, type ServiceSource, type TablePlace } from '../source/index.js';
import { chosenOf, chosenTests } from './chosen-tests.js';
import { judgedByHistory, judgedByProfile } from './judged-by-history.js';
import { runTableTests, type TestOutcome } from './run-table-tests.js';

export interface RunTestsInput {
  /** Id of a suite, a table or a case. */
  target: string;
  /** The pipeline that this is a run of. */
  pipelineId?: string;
}

export const runTests = declareJob<RunTestsInput>({
  name: 'dataQuality.runTests',
  input: {
    type: 'object',
    properties: { target: { type: 'string' }, pipelineId: { type: 'string' } },
    required: ['target'],
  },
});

/** What the job has done so far. */
export interface RunTestsState {
  /** Time of the results. */
  at: number;
  /** FQN of the last table that is done. */
  after: string;
  counts: Record<RunStatus, number>;
}

export type RunStatus = Extract<TestCaseStatus, 'Success' | 'Failed' | 'Aborted'>;

export function readRunState(text: string | undefined): RunTestsState | null {
  const state = parseObject<Partial<RunTestsState>>(text ?? '{}');
  const { at, after = '', counts = noneYet() } = state;
  return at === undefined ? null : { at, after, counts };
}

const noneYet = (): RunTestsState['counts'] => ({ Success: 0, Failed: 0, Aborted: 0 });

export function runTestsJob(access: DatabaseAccess): FeatureJob<RunTestsInput> {
  return {
    ...runTests,
    parallel: 2, // sources do the work
    async run({ target, pipelineId }, work) {
      const row = await work.store.read((sql) => getEntityById(sql, target));
      const isOwn = pipelineId !== undefined || work.job.actorId === systemActor.id;
      const actor = isOwn ? systemActor : await jobActor(work.job.actorId, work.store);
      await report(pipelineId, { pipelineState: 'running' }, work);
      if (row?.deleted !== 0) return report(pipelineId, failedRun('there is nothing left to test'), work);
      const chosen = pipelineId === undefined ? null : await chosenOfPipeline(pipelineId, work);
      const { counts, missing } = await runAll(row, { access, work, actor, chosen });
      await report(pipelineId, endOf(counts, missing), work);
    },
    async failed({ pipelineId }, work, error) {
      const { counts } = readRunState(await work.data('state')) ?? {};
      await report(pipelineId, failedRun(error, counts), work);
    },
    async cancelled({ pipelineId }, work) {
      await report(pipelineId, { pipelineState: 'stopped' }, work);
    },
  };
}

async function chosenOfPipeline(id: string, { store }: JobDeps): Promise<ReadonlySet<string> | null> {
  const pipeline = await store.read((sql) => getEntityById(sql, id));
  return pipeline ? chosenTests(pipeline) : null;
}

async function report(pipelineId: string | undefined, state: RunReport, work: JobDeps): Promise<void> {
  if (pipelineId === undefined) return;
  await work.transaction((scope) => reportRun(runOf(pipelineId, work.job), state, scope));
}

/** A run is a failure if nothing ran; tests that failed are what it was to find out. */
function endOf({ Success, Failed, Aborted }: RunTestsState['counts'], missing: readonly string[]): RunReport {
  const records = Success + Failed;
  const errors = Aborted + missing.length;
  const failures = missing.map((name) => ({ name, error: 'the suite has no such test case' }));
  return {
    pipelineState: errors === 0 ? 'success' : records > 0 ? 'partialSuccess' : 'failed',
    status: [{ name: STEP, records, warnings: Failed, errors, ...(failures.length > 0 ? { failures } : {}) }],
  };
}

const STEP = 'TestSuite';

/** A run that did not reach its end. `counts`: of the tests that did run. */
function failedRun(error: string, { Success, Failed, Aborted } = noneYet()): RunReport {
  const failures = [{ name: STEP, error }];
  const status = { name: STEP, records: Success + Failed, warnings: Failed, errors: Aborted + 1, failures };
  return { pipelineState: 'failed', status: [status] };
}

interface Running {
  access: DatabaseAccess;
  work: JobDeps;
  /** Whose rights the results are stored with. */
  actor: Actor;
}

interface RunOfRow extends Running {
  /** Names of tests; null for all. */
  chosen: ReadonlySet<string> | null;
}

interface WholeRun {
  counts: RunTestsState['counts'];
  /** Chosen tests that there are not. */
  missing: string[];
}

async function runAll(row: EntityRow, running: RunOfRow): Promise<WholeRun> {
  const { work, access, actor, chosen } = running;
  const { catalog } = work;
  const permitted = await work.store.read((sql) => permittedCases(row, { sql, catalog, actor }));
  const cases = chosenOf(permitted.cases, chosen);
  let state = readRunState(await work.data('state')) ?? (await begin(cases.length, work));
  const tables = [...groupBy(cases, ({ tableFqn }) => tableFqn)].filter(([fqn]) => fqn > state.after);
  const sources = createSources(access, work);
  const stop = () => void sources.close();
  work.signal.addEventListener('abort', stop, { once: true });
  try {
    for (const [fqn, ofTable] of tables) {
      work.signal.throwIfAborted();
      const outcomes = await runTable(fqn, ofTable, { sources, at: state.at, store: work.store });
      work.signal.throwIfAborted(); // a source that was closed midway is not the fault of the tests
      state = await store(outcomes, { ...state, after: fqn }, running);
    }
  } finally {
    work.signal.removeEventListener('abort', stop);
    await sources.close();
  }
  const names = new Set(cases.map(({ name }) => name));
  return { counts: state.counts, missing: [...(chosen ?? [])].filter((name) => !names.has(name)) };
}

function begin(total: number, { transaction, progress, context }: JobDeps): Promise<RunTestsState> {
  const state: RunTestsState = { at: context.now(), after: '', counts: noneYet() };
  return transaction(async (scope) => {
    await progress(scope, { done: 0, total, state });
    return state;
  });
}

async function runTable(
  fqn: string,
  cases: readonly RunnableCase[],
  { sources, at, store }: InSource,
): Promise<TestOutcome[]> {
  const row = await store.read((sql) => getEntityByFqn(sql, tested, fqn));
  if (row?.deleted !== 0) return []; // its cases are gone, too
  const own = await judgedByProfile(cases.filter(isExpectedMetric), row.id, store);
  const rest = cases.filter((one) => !isExpectedMetric(one));
  if (rest.length === 0) return own;
  return [...own, ...(await runInSource(row, rest, { sources, at, store }))];
}

interface InSource {
  sources: Sources;
  /** Time of the results. */
  at: number;
  store: JobDeps['store'];
}

async function runInSource(
  row: EntityRow,
  cases: readonly RunnableCase[],
  { sources, at, store }: InSource,
): Promise<TestOutcome[]> {
  const place = placeOfTable(row);
  const opened = await sources.open(place);
  if (opened instanceof EgressError) return cases.map(({ id }) => ({ caseId: id, aborted: opened.message }));
  const { columns = [] } = parseObject<Partial<Table>>(row.doc);
  const tests = cases.map(({ id, ...test }) => ({ caseId: id, ...test }));
  const outcomes = await runTableTests(opened, { place, columns }, tests);
  const dynamic = new Set(cases.filter(({ isDynamic }) => isDynamic).map(({ id }) => id));
  return Promise.all(
    outcomes.map((outcome) => (dynamic.has(outcome.caseId) ? judgedByHistory(outcome, at, store) : outcome)),
  );
}

/** Results are stored in slices of this many: each changes a case, its suite's counts and maybe an incident. */
const SLICE = 10;

async function store(outcomes: TestOutcome[], after: RunTestsState, { work, actor }: Running): Promise<RunTestsState> {
  const counts = { ...after.counts };
  for (let from = 0; from < outcomes.length; from += SLICE) {
    const some = outcomes.slice(from, from + SLICE);
    const isLast = from + SLICE >= outcomes.length;
    await work.transaction(async (scope) => {
      for (const outcome of some) {
        const result = resultOf(outcome, after.at);
        if (await stored(outcome, result, { ...scope, actor })) counts[statusOf(outcome)]++;
      }
      // Until the table is done, a run that is repeated begins with it again: its results have the same time.
      await work.progress(scope, isLast ? { done: outcomes.length, state: { ...after, counts } } : { done: 0 });
    });
  }
  return { ...after, counts };
}

/** false if the case was deleted meanwhile, or is one that the person who started the run may not change. */
async function stored(outcome: TestOutcome, result: CreateTestCaseResult, scope: Parameters<typeof storeRunResult>[3]) {
  const sample = 'sample' in outcome ? outcome.sample : undefined;
  try {
    await storeRunResult(outcome.caseId, result, sample, scope);
    return true;
  } catch (error) {
    if (error instanceof CatalogError && [403, 404, 409].includes(error.status)) return false;
    throw error;
  }
}

const statusOf = (outcome: TestOutcome): RunStatus => ('aborted' in outcome ? 'Aborted' : outcome.verdict.status);

function resultOf(outcome: TestOutcome, timestamp: number): CreateTestCaseResult {
  if ('aborted' in outcome)
    return {
      timestamp,
      testCaseStatus: 'Aborted',
      result: `${outcome.values ? 'There is no verdict yet' : 'The test did not run'}: ${outcome.aborted}.`,
      testResultValue: [...(outcome.values ?? [])],
    };
  const { status, result, values, rows, minBound, maxBound } = outcome.verdict;
  return {
    timestamp,
    testCaseStatus: status,
    result,
    testResultValue: [...values],
    ...(rows && rows.total > 0 ? shares(rows) : {}),
    ...(minBound === undefined ? {} : { minBound }),
    ...(maxBound === undefined ? {} : { maxBound }),
  };
}

function shares(rows: { total: number; passed?: number; failed?: number }) {
  const { total } = rows;
  const passedRows = rows.passed ?? total - (rows.failed ?? 0);
  const failedRows = rows.failed ?? total - passedRows;
  return {
    passedRows,
    failedRows,
    passedRowsPercentage: (passedRows / total) * 100,
    failedRowsPercentage: (failedRows / total) * 100,
  };
}

interface Sources {
  /** The open source of a place, or why it cannot be opened, which is not tried again. */
  open(place: TablePlace): Promise<ServiceSource | EgressError>;
  close(): Promise<void>;
}

/** One source at a time: tables of one database follow each other. */
function createSources(access: DatabaseAccess, work: JobDeps): Sources {
  let current: { key: string; source: ServiceSource | EgressError } | null = null;
  let isClosed = false;
  const close = async () => {
    const before = current;
    current = null;
    if (before && !(before.source instanceof EgressError)) await before.source.close();
  };
  return {
    async open(place) {
      const key = JSON.stringify([place.serviceId, place.database]);
      if (current?.key === key) return current.source;
      await close();
      const source = await openServiceSource(place, access, work).catch((error: unknown) => {
        if (error instanceof EgressError) return error;
        throw error;
      });
      current = { key, source };
      if (isClosed) await close();
      return source;
    },
    async close() {
      isClosed = true;
      await close();
    },
  };
}
