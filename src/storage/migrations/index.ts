import { catalogTables } from './0001-catalog.js';
import { people } from './0002-people.js';
import { entityTime } from './0003-entity-time.js';
import { sortKey } from './0004-sort-key.js';
import { search } from './0005-search.js';
import { searchGenerations } from './0006-search-generations.js';
import { searchRebuild } from './0007-search-rebuild.js';
import { eventPieces } from './0008-event-pieces.js';
import { eventsInOrder } from './0009-events-in-order.js';
import { searchChanges } from './0010-search-changes.js';
import { versionTimes } from './0011-version-times.js';
import { loginTries } from './0012-login-tries.js';
import { typeRows } from './0013-type-rows.js';
import { facetedSearchText } from './0014-faceted-search-text.js';
import { jobs } from './0015-jobs.js';
import { takeTouchedFunction } from './0016-take-touched.js';
import { entityProperties } from './0017-entity-properties.js';
import { documentsWithoutFqn } from './0018-documents-without-fqn.js';
import { collaboration } from './0019-collaboration.js';
import { testResults } from './0020-test-results.js';
import { dataContracts } from './0021-data-contracts.js';
import { fastCompression } from './0022-fast-compression.js';
import { alertDelivery } from './0023-alert-delivery.js';
import { filterFunctions } from './0024-filter-functions.js';
import { deliveryPerson } from './0025-delivery-person.js';
import { deliveryAgain } from './0026-delivery-again.js';
import { columnDigests } from './0027-column-digests.js';
import { quietWrites } from './0028-quiet-writes.js';
import { rowMarks } from './0029-row-marks.js';
import type { Migration } from './migration.js';

/** All migrations, in order. */
export const MIGRATIONS: readonly Migration[] = [
  catalogTables,
  people,
  entityTime,
  sortKey,
  search,
  searchGenerations,
  searchRebuild,
  eventPieces,
  eventsInOrder,
  searchChanges,
  versionTimes,
  loginTries,
  typeRows,
  facetedSearchText,
  jobs,
  takeTouchedFunction,
  entityProperties,
  documentsWithoutFqn,
  collaboration,
  testResults,
  dataContracts,
  fastCompression,
  alertDelivery,
  filterFunctions,
  deliveryPerson,
  deliveryAgain,
  columnDigests,
  quietWrites,
  rowMarks,
];
