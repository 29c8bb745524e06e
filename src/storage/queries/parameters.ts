import type { SqlValue } from '../port.js';

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
