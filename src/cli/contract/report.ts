/** The result of `cairn contract test`, its exit code, and its output as text and as JSON. */

export type CheckStatus = 'passed' | 'failed' | 'unchecked';

export interface Check {
  /** What was checked: `column id`, `quality rule ...`. */
  what: string;
  status: CheckStatus;
  /** Why it is not `passed`. */
  detail?: string;
}

export interface Report {
  contract: string;
  /** What it was checked against, without credentials. */
  target: string;
  checks: readonly Check[];
}

/** 0: every promise is kept. 1: one is not. 2: one could not be checked. */
export function exitCodeOf({ checks }: Pick<Report, 'checks'>): 0 | 1 | 2 {
  if (checks.some(({ status }) => status === 'failed')) return 1;
  return checks.some(({ status }) => status === 'unchecked') ? 2 : 0;
}

const WORDS: Readonly<Record<CheckStatus, string>> = { passed: 'ok', failed: 'FAILED', unchecked: 'unchecked' };

export function reportText({ contract, target, checks }: Report): string {
  const count = (status: CheckStatus) => checks.filter((check) => check.status === status).length;
  const lines = checks.map(
    ({ what, status, detail }) => `  ${WORDS[status].padEnd(9)} ${what}${detail === undefined ? '' : `: ${detail}`}`,
  );
  const failed = `${count('failed')} failed, ${count('unchecked')} could not be checked`;
  return [`${contract} against ${target}`, ...lines, `${count('passed')} kept, ${failed}`].join('\n');
}

export function reportJson(report: Report): string {
  const status = ['Success', 'Failed', 'PartialSuccess'][exitCodeOf(report)];
  return JSON.stringify({ ...report, status }, null, 2);
}
