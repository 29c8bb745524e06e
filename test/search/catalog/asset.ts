/** What is true of one entity of the judged catalog: enough to create it, and to judge it as an answer. */
export interface Asset {
  type: string;
  name: string;
  fqn: string;
  displayName?: string;
  description?: string;
  /** FQN of what it lives in. */
  container?: string;
  columns: readonly string[];
  /** A user or team by name. */
  owner?: { type: 'user' | 'team'; name: string };
  /** FQNs of tags. */
  tags: readonly string[];
  /** FQN of the tag of a column. */
  columnTags: Readonly<Record<string, string>>;
  domain?: string;
  /** Times it was used in the last week. */
  use: number;
  /** The rest of its create request. */
  rest: Readonly<Record<string, unknown>>;
}

export function asset(
  type: string,
  name: string,
  container: string | null,
  more: Partial<Omit<Asset, 'type' | 'name' | 'fqn' | 'container'>> = {},
): Asset {
  return {
    type,
    name,
    fqn: container === null ? name : `${container}.${name}`,
    ...(container === null ? {} : { container }),
    columns: [],
    tags: [],
    columnTags: {},
    use: 0,
    rest: {},
    ...more,
  };
}
