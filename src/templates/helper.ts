import type { Meter } from './meter.js';

/** What a template can call besides `if`, `unless`, `each` and `with`. It gets any values that an event contains, and does not throw for them. */
export interface Helper {
  /** Minimum and maximum number of values. */
  takes: readonly [least: number, most: number];
  about: string;
  usages: readonly { syntax: string; example: string }[];
  run(values: readonly unknown[], call: HelperCall): unknown;
}

export interface HelperCall {
  /** Named values. */
  hash: ReadonlyMap<string, unknown>;
  meter: Meter;
  environment: Environment;
}

export interface Environment {
  /** Address of the page of an entity; empty if there is none. */
  entityUrl(type: string, fqn: string): string;
}

export const MOST_VALUES = 20;
