/** Fields that are stored as edges: those of contracts, of their suites, and of their assets. */
import type { EntityReference } from '../../../contract/index.js';
import { referenceText, type Trait } from '../../catalog/index.js';
import { listChildren } from '../../storage/index.js';
import { link } from '../../traits/index.js';
import { TEST_TYPE } from '../quality/edges.js';
import { CONTRACT, CONTRACT_EDGE } from './contract-names.js';

/** The test cases whose newest results decide about the quality of the data. */
export const qualityExpectations = link({
  field: 'qualityExpectations',
  kind: CONTRACT_EDGE.expects,
  end: 'from',
  types: [TEST_TYPE.case],
  absentWhenEmpty: true,
  liveOnly: true,
  inWrites: true,
  always: true,
  guarded: true,
  operation: 'EditAll',
});

/** The logical suite with these test cases, which the server keeps. */
export const suiteOfContract = link({
  field: 'testSuite',
  kind: CONTRACT_EDGE.testedBy,
  end: 'from',
  types: [TEST_TYPE.suite],
  single: true,
  always: true,
});

/** The other end: the contract that a suite belongs to. */
export const contractOfSuite = link({
  field: 'dataContract',
  kind: CONTRACT_EDGE.testedBy,
  end: 'to',
  types: [CONTRACT],
  single: true,
  always: true,
});

/** The contract of an asset. */
export const contractOfAsset: Trait<EntityReference, 'dataContract'> = {
  field: 'dataContract',
  empty: null,
  inWrites: false,
  async load(rows, { sql, catalog }) {
    const ids = rows.map(({ id }) => id);
    const contracts = await listChildren(sql, ids, { types: [CONTRACT] });
    const path = catalog.registry.path(CONTRACT);
    return new Map(contracts.map(({ parent_id, ref, id }) => [parent_id, referenceText(ref, id, path)]));
  },
};
