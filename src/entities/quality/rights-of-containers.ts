/**
 * Types whose rights also come from what contains them: whoever may view or edit the tests of a table may do so with
 * its test cases, and a rule that hides a table hides them.
 */
import { insideOne, type ResourceFilter } from '../../rules/index.js';

export interface RightsOfContainer {
  /** The type of the container. */
  type: 'table';
  /** Entities of which the container passes a filter. */
  inside(filter: ResourceFilter): ResourceFilter;
  /** The operation on the container that grants this one; null if none does. */
  operationFor(operation: string): 'ViewTests' | 'EditTests' | 'CreateTests' | null;
  /** A user who is denied one of these on the container is denied everything on its content. */
  hiddenBy: readonly ('ViewBasic' | 'ViewTests')[];
}

function operationFor(operation: string): ReturnType<RightsOfContainer['operationFor']> {
  if (operation === 'ViewTestCaseFailedRowsSample') return null;
  if (operation.startsWith('View')) return 'ViewTests';
  if (operation.startsWith('Edit')) return 'EditTests';
  return operation === 'Create' ? 'CreateTests' : null;
}

const HIDDEN_BY = ['ViewBasic', 'ViewTests'] as const;

export const RIGHTS_OF_CONTAINERS: Readonly<Record<string, RightsOfContainer | undefined>> = {
  testSuite: { type: 'table', inside: insideOne, operationFor, hiddenBy: HIDDEN_BY },
  // A case lies in the suite of its table. Every case does, so a filter that every table passes limits nothing.
  testCase: {
    type: 'table',
    inside: (filter) => (filter.kind === 'all' ? filter : insideOne(insideOne(filter))),
    operationFor,
    hiddenBy: HIDDEN_BY,
  },
};
