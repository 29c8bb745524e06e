// Conditions on the values of custom properties.
import type { Dialect } from '../../port.js';
import type { Parameters } from '../parameters.js';

export interface PropertyCondition {
  readonly kind: 'property';
  /** Name of the property, or of a member of its values (`period.start`). */
  readonly name: string;
  readonly test: PropertyTest;
}

export type PropertyTest =
  | { readonly kind: 'any' }
  /** Whole values, folded. */
  | { readonly kind: 'values'; readonly values: readonly string[] }
  /** A folded `like` pattern; a backslash escapes special characters. */
  | { readonly kind: 'like'; readonly pattern: string }
  | { readonly kind: 'between'; readonly low: Bound | null; readonly high: Bound | null };

export interface Bound {
  readonly value: number;
  readonly open: boolean;
}

/** SQL condition on the entity under `e`. */
export function propertyCondition({ name, test }: PropertyCondition, dialect: Dialect, parameters: Parameters): string {
  const meets = testCondition(test, dialect, parameters);
  return `e.id in (select p.entity_id from entity_property p where p.name = ${parameters.add(name)} and ${meets})`;
}

function testCondition(test: PropertyTest, dialect: Dialect, parameters: Parameters): string {
  switch (test.kind) {
    case 'any':
      return '1 = 1';
    case 'values':
      return `p.value in ${dialect.list(parameters.add(JSON.stringify(test.values)))}`;
    case 'like':
      return `coalesce(p.words, p.value) like ${parameters.add(test.pattern)} escape '\\'`;
    case 'between': {
      const parts = ['p.number is not null'];
      if (test.low) parts.push(`p.number ${test.low.open ? '>' : '>='} ${number(test.low, parameters)}`);
      if (test.high) parts.push(`p.number ${test.high.open ? '<' : '<='} ${number(test.high, parameters)}`);
      return parts.join(' and ');
    }
  }
}

// Sent as text: a driver may otherwise take a whole number for an integer of limited size.
function number({ value }: Bound, parameters: Parameters): string {
  return `cast(cast(${parameters.add(String(value))} as text) as double precision)`;
}
