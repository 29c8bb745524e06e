/** Where changes come from. Stored with a change only if the writer says so; readers take it from the writer otherwise. */
import { type ChangeSource, type ChangeSummary, catalogError } from '../../../contract/index.js';
import { type ChangeDescription, changedNames } from './diff.js';

export const CHANGE_SOURCES: readonly ChangeSource[] = [
  ...(['Manual', 'Propagated', 'Automated', 'Derived', 'Ingested', 'Suggested'] as const),
];

/** Throws 400 for other texts. */
export function readChangeSource(text: string): ChangeSource {
  const found = CHANGE_SOURCES.find((one) => one === text);
  if (found) return found;
  throw catalogError('BAD_REQUEST', `query param changeSource must be one of ${CHANGE_SOURCES.join(', ')}`);
}

/**
 * The change description with the source of each of its changes whose writer stated one: of the changes of `own`, the last write, that
 * of `last`; of those of an earlier write that is part of the same version what `soFar` says.
 */
export function withSources(
  change: ChangeDescription,
  own: ChangeDescription,
  last: ChangeSummary | undefined,
  soFar?: ChangeDescription,
): ChangeDescription {
  if (!last && !soFar?.changeSummary) return change;
  const now = new Set(changedNames(own));
  const sources: Record<string, ChangeSummary> = {};
  for (const name of changedNames(change)) {
    const source = now.has(name) ? last : soFar?.changeSummary?.[name];
    if (source) sources[name] = source;
  }
  return Object.keys(sources).length === 0 ? change : { ...change, changeSummary: sources };
}
