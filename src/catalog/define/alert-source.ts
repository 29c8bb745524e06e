/** What alerts can watch about the entities of a type. The catalog of sources, filters and triggers is made from it. */
import type { Fields } from './define.js';

export interface AlertSource {
  /**
   * Filters that notifications about its entities can have: `metadata`, by what changed, where and by whom; `mentions`, by
   * who is mentioned; `none`. Default for data assets and services: `metadata`. Other types without it are no source of
   * notifications; notifications about everything include them.
   */
  notifications?: 'metadata' | 'mentions' | 'none';
  /** A type with triggers is a source of observability alerts. */
  triggers?: readonly AlertTrigger[];
  /** What the conditions of its triggers call a result, and where its events have it. */
  result?: AlertResult;
  /** The entity that one of this type checks, by FQN, as an additional filter. */
  checks?: AlertCheck;
  /**
   * Kind of the edges from collections to entities of this type. Their FQNs, owners and domains count as those of the
   * entity: a test belongs to its suites.
   */
  collections?: string;
}

/** A kind of event that observability alerts wait for. */
export interface AlertTrigger {
  /** `GetTestCaseStatusUpdates` */
  name: string;
  /** What people call it. */
  title: string;
  /** Condition with a placeholder for each argument: `matchTestResult(${testResultList})`. */
  condition: string;
}

export interface AlertResult {
  /** The function of conditions that tests the result: `matchTestResult`. */
  function: string;
  /** `change`: the field is a changed one of the event; `entity`: it is a field of the entity. */
  in: 'change' | 'entity';
  field: string;
  /** Member with the status. */
  status: string;
  /** Statuses are compared without regard to case. */
  anyCase?: true;
}

export interface AlertCheck {
  filter: string;
  title: string;
  /** The function of conditions that compares the FQN. */
  function: string;
  argument: string;
  /** FQN of what the entity checks. */
  fqnOf(entity: Fields): string | undefined;
}
