/** Executes the steps of a connection test in order and reports the result after each. */
import type {
  TestConnectionResult,
  TestConnectionResultStatus,
  TestConnectionStep,
  TestConnectionStepResult,
} from '../../contract/index.js';
import { EgressError } from '../egress/index.js';
import { withoutSecrets } from '../entities/index.js';
import type { StepOutcome, TestedSource } from './connectors/index.js';

export interface StepsToRun {
  steps: readonly TestConnectionStep[];
  open(): Promise<TestedSource>;
  /** Milliseconds. */
  now(): number;
  /** Texts that must not appear in the result. */
  secrets: readonly string[];
  signal: AbortSignal;
  /** Called before each step but the first. */
  progress(result: TestConnectionResult): Promise<void>;
}

/** Succeeds if every mandatory step passed. Opens the source for the first step and closes it at the end. */
export async function runSteps(run: StepsToRun): Promise<TestConnectionResult> {
  const { steps, now, signal, progress } = run;
  const results: TestConnectionStepResult[] = [];
  let opened: Promise<TestedSource> | undefined;
  const source = () => {
    opened ??= run.open();
    return opened;
  };
  let isCut = false;
  try {
    for (const step of steps) {
      if (results.length > 0) await progress({ lastUpdatedAt: now(), status: 'Running', steps: results });
      signal.throwIfAborted();
      const result: TestConnectionStepResult = isCut
        ? skipped(step, 'ConnectionNotEstablished')
        : await runStep(step, source, run);
      isCut ||= !result.passed && step.shortCircuit === true;
      results.push(result);
    }
  } finally {
    await opened?.then((source) => source.close()).catch(() => {}); // a failure to open is in the results
  }
  const isPassed = results.length > 0 && results.every(({ mandatory, passed }) => passed || !mandatory);
  return { lastUpdatedAt: now(), status: isPassed ? 'Successful' : 'Failed', steps: results };
}

async function runStep(
  step: TestConnectionStep,
  source: () => Promise<TestedSource>,
  { now, secrets }: StepsToRun,
): Promise<TestConnectionStepResult> {
  const started = now();
  const done = (status: TestConnectionResultStatus, more: Partial<TestConnectionStepResult>) => ({
    ...resultOf(step, status),
    durationMs: Math.max(0, now() - started),
    ...more,
  });
  try {
    const work = (await source()).steps[step.name];
    if (!work) return skipped(step, 'NotImplemented');
    const { command, summary }: StepOutcome = await work();
    const executedCommand = withoutSecrets(command, secrets);
    return done('Passed', { executedCommand, resultSummary: summary });
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const errorLog = withoutSecrets(error.message, secrets);
    return done(isMandatory(step) ? 'Failed' : 'Warning', {
      ...(step.errorMessage ? { message: step.errorMessage } : {}),
      errorLog,
    });
  }
}

function resultOf(step: TestConnectionStep, status: TestConnectionResultStatus): TestConnectionStepResult {
  return { name: step.name, mandatory: isMandatory(step), passed: status === 'Passed', status };
}

function skipped(step: TestConnectionStep, skipReason: 'NotImplemented' | 'ConnectionNotEstablished') {
  return { ...resultOf(step, 'Skipped'), skipReason };
}

const isMandatory = ({ mandatory }: TestConnectionStep): boolean => mandatory !== false;
