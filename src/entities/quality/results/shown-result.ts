import { parseObject, type TestCaseResult } from '../../../../contract/index.js';
import type { ResultRow } from '../../../storage/index.js';

/** A stored result as it is returned; its text has no name, so that it follows a renamed table. */
export function shownResult(
  { id, at, doc }: Pick<ResultRow, 'id' | 'at' | 'doc'>,
  testCaseFQN: string,
): TestCaseResult {
  return { id, testCaseFQN, ...parseObject<Partial<TestCaseResult>>(doc), timestamp: at };
}
