// Filters of the facets as the address has them: a query in the search's own language, which older links contain too.

/** Fields and the values of which a hit must have one. */
export type Chosen = ReadonlyMap<string, readonly string[]>;

type Clause = Readonly<Record<string, unknown>>;

export function readQuickFilter(text: string): Chosen {
  const chosen = new Map<string, string[]>();
  for (const part of clausesOf(parse(text)))
    for (const one of alternativesOf(part)) {
      const [field, given] = Object.entries((one.term ?? one.terms ?? {}) as Clause)[0] ?? [];
      if (field === undefined) continue;
      for (const value of Array.isArray(given) ? given : [given])
        chosen.set(field, [...(chosen.get(field) ?? []), String(plainValue(value))]);
    }
  return chosen;
}

export function writeQuickFilter(chosen: Chosen): string {
  const must = filterClauses(chosen);
  return must.length === 0 ? '' : JSON.stringify({ query: { bool: { must } } });
}

/** One clause for each field. `except`: without this field's, for counting its values. */
export function filterClauses(chosen: Chosen, except?: string): Clause[] {
  return [...chosen]
    .filter(([field, values]) => values.length > 0 && field !== except)
    .map(([field, values]) => ({ bool: { should: values.map((value) => ({ term: { [field]: value } })) } }));
}

/** Whether it is one of the values; older links have them in lower case. */
export function includesValue(values: readonly string[], value: string): boolean {
  return values.some(sameAs(value));
}

const sameAs = (value: string) => (other: string) => other.toLowerCase() === value.toLowerCase();

/** The filter with a value of a field chosen, or no longer. */
export function toggled(chosen: Chosen, field: string, value: string): Chosen {
  const now = chosen.get(field) ?? [];
  const others = now.filter((one) => !sameAs(value)(one));
  const next = others.length < now.length ? others : [...now, value];
  const all = new Map(chosen);
  if (next.length === 0) all.delete(field);
  else all.set(field, next);
  return all;
}

function parse(text: string): Clause {
  try {
    const found = JSON.parse(text === '' ? '{}' : text);
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {}; // a broken link filters nothing
  }
}

function clausesOf(filter: Clause): Clause[] {
  const query = (filter.query ?? filter) as Clause;
  const bool = (query.bool ?? {}) as Clause;
  return list(bool.must ?? bool.filter);
}

function alternativesOf(clause: Clause): Clause[] {
  const bool = clause.bool as Clause | undefined;
  return bool ? list(bool.should ?? bool.must) : [clause];
}

function list(value: unknown): Clause[] {
  return (Array.isArray(value) ? value : value ? [value] : []).filter((one) => typeof one === 'object' && one !== null);
}

function plainValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
}
