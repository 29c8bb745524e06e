import type { Dialect, SqlValue } from '../port.js';

/** Collects the parameters of a statement while it is built; `add` returns the placeholder. */
export interface Parameters {
  readonly values: SqlValue[];
  add(value: SqlValue): string;
}

export function createParameters(...initial: SqlValue[]): Parameters {
  const values: SqlValue[] = [...initial];
  return {
    values,
    add(value) {
      values.push(value);
      return `$${values.length}`;
    },
  };
}

/** Condition that a column has one of these texts; a single one is compared directly, which is planned once. */
export function isOneOf(
  column: string,
  values: readonly string[],
  { list }: Pick<Dialect, 'list'>,
  parameters: Parameters,
): string {
  const [only] = values;
  return only !== undefined && values.length === 1
    ? `${column} = ${parameters.add(only)}`
    : `${column} in ${list(parameters.add(JSON.stringify(values)))}`;
}
