import type { Scope } from '../../catalog/index.js';
import { capabilitiesOf } from '../../storage/index.js';
import { evaluateNumbers } from './evaluate-numbers.js';
import { evaluateStatements } from './evaluate-statements.js';
import type { Evaluation } from './found.js';

/** Evaluates conditions in the snapshot of a request, in the way that suits its database. */
export function openEvaluation({ sql, context }: Pick<Scope, 'sql' | 'context'>): Promise<Evaluation> {
  return capabilitiesOf(sql).concurrentWriters ? evaluateStatements(sql) : evaluateNumbers(sql, context.now);
}
