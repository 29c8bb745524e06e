/** Rules of policies in words. */
import type { Rule } from 'cairn/contract';
import { nameOfType } from '../../../entities/registry.js';
import { say } from '../../../words/define-words.js';
import { spaced } from '../../../words/format.js';
import { accessWords } from '../../../words/people/access.js';

export const NEW_RULE: Rule = { name: '', effect: 'allow', operations: [], resources: [] };

/** `EditDescription` as "Edit description". */
export function nameOfRight(operation: string): string {
  return operation === 'All' ? say(accessWords)('allRights') : spaced(operation);
}

export function isEverything(resource: string): boolean {
  return resource.toLowerCase() === 'all';
}

/** Policies name types in any case; `known` are their own names. */
export function nameOfResource(resource: string, known: readonly string[] = []): string {
  const word = resource.toLowerCase();
  if (isEverything(word)) return say(accessWords)('everything');
  return nameOfType(known.find((one) => one.toLowerCase() === word) ?? resource);
}
