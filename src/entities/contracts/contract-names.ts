/** Names that the files of this folder share. */
export const CONTRACT = 'dataContract';
export const PATH = '/v1/dataContracts';
export const SCHEMA = 'entity/data/dataContract';
export const CREATE = 'api/data/createDataContract';
export const RESULT = 'entity/datacontract/dataContractResult';

/** The type that most contracts are about. */
export const USUALLY_CONTRACTED = 'table';

/** The type whose contract also holds for its assets. */
export const PASSING_ON = 'dataProduct';

/** Kinds of edges, named so that `from kind to` reads as a sentence. */
export const CONTRACT_EDGE = {
  /** A contract expects a test case to succeed. */
  expects: 'expectsTest',
  /** A contract has its tests in a suite. */
  testedBy: 'testedBySuite',
} as const;
