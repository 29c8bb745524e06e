import { isObject, isTextList } from '../../../contract/index.js';
import { readDocument } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';

/** The names of the tests that a pipeline runs (`testCases`); null for all of its suite. */
export function chosenTests(pipeline: EntityRow): ReadonlySet<string> | null {
  const { sourceConfig } = readDocument(pipeline);
  const config = isObject(sourceConfig) && isObject(sourceConfig.config) ? sourceConfig.config : {};
  return isTextList(config.testCases) && config.testCases.length > 0 ? new Set(config.testCases) : null;
}

export function chosenOf<T extends { name: string }>(cases: readonly T[], chosen: ReadonlySet<string> | null): T[] {
  return cases.filter(({ name }) => chosen === null || chosen.has(name));
}
