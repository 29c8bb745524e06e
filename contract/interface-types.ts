/**
 * Facts of the interface about types that the catalog does not implement yet: clients still name their indexes, and people search for
 * them. A registered type declares these facts itself, and its row here is ignored.
 */
export interface InterfaceType {
  /** Whether it belongs to the alias `dataAsset`. */
  dataAsset?: true;
  /** Name of the index, if it differs from the type's name in snake case. */
  index?: string;
  /** What people call its entities, singular. */
  calledAs?: readonly string[];
}

export const interfaceTypes: Readonly<Record<string, InterfaceType>> = {
  testCaseResult: {},
  testCaseResolutionStatus: {},
  column: {},
  page: {},
  entityReportData: {},
};

/** The index of searches that name none. */
export const DEFAULT_INDEX = 'table_search_index';

/** The type for which profiler settings are read if a request names none. */
export const PROFILED_TYPE = 'table';

/** The entity types of labels, by their source (`TagLabel.source`). */
export const labelTypes = { Classification: 'tag', Glossary: 'glossaryTerm' } as const;
