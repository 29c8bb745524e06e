import type { AlertTrigger } from '../../catalog/index.js';
import { quoteList } from '../../rules/index.js';

/** A trigger that fires when one of the fields changes. */
export function changeTrigger(name: string, title: string, fields: readonly string[]): AlertTrigger {
  return { name, title, condition: `matchAnyFieldChange(${quoteList(fields)})` };
}
