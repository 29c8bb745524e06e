// Values of activity, which the API gives as text: lists of tags and people as JSON, cut where they are long. Pure.

/** The names in a list of tags or references. Of a list that was cut, those that are whole. */
export function namesIn(text: string | undefined): string[] {
  if (!text) return [];
  const value = parsed(text);
  if (value === undefined) return text.startsWith('[') || text.startsWith('{') ? wholeNames(text) : [text];
  return (Array.isArray(value) ? value : [value]).flatMap(nameOfValue);
}

/** The state of a result or a run: `Failed`. */
export function stateIn(text: string | undefined): string | undefined {
  if (!text) return undefined;
  const value = parsed(text);
  if (typeof value === 'object' && value !== null) {
    const { testCaseStatus, pipelineState, executionStatus } = value as Record<string, unknown>;
    const state = testCaseStatus ?? pipelineState ?? executionStatus;
    return typeof state === 'string' ? state : undefined;
  }
  if (/^\w{1,40}$/.test(text)) return text;
  return /"(?:testCaseStatus|pipelineState|executionStatus)":"(\w+)"/.exec(text)?.[1];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nameOfValue(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const { displayName, tagFQN, name, fullyQualifiedName } = value as Record<string, unknown>;
  const found = displayName || tagFQN || name || fullyQualifiedName;
  return typeof found === 'string' ? [found] : [];
}

function wholeNames(text: string): string[] {
  const tags = [...text.matchAll(/"tagFQN":"([^"\\]+)"/g)];
  const found = tags.length > 0 ? tags : [...text.matchAll(/"displayName":"([^"\\]+)"/g)];
  return found.flatMap(([, name]) => (name === undefined ? [] : [name]));
}
