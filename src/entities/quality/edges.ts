/** Kinds of edges between tests, named so that `from kind to` reads as a sentence. */
export const TEST_EDGE = {
  /** A definition defines a test case. */
  defines: 'definesTest',
  /** A suite, of a table or logical, has a test case. */
  tests: 'hasTest',
} as const;

/** Types of this folder. */
export const TEST_TYPE = { definition: 'testDefinition', suite: 'testSuite', case: 'testCase' } as const;

/** The type that tests are about. */
export const TESTED = 'table';
