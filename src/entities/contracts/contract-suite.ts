/** The logical suite of a contract: it has the test cases that the contract expects to succeed. */
import type { EntityReference } from '../../../contract/index.js';
import { type Fields, putOwn, recordUpdate, removeEntity, type Scope } from '../../catalog/index.js';
import { first } from '../../context/index.js';
import {
  type EntityRow,
  getEntitiesByIds,
  getEntityById,
  putRelations,
  type RelationRow,
  relationsFrom,
  removeRelations,
} from '../../storage/index.js';
import { asServer } from '../as-server.js';
import { TEST_EDGE, TEST_TYPE } from '../quality/edges.js';
import { CONTRACT_EDGE } from './contract-names.js';

/** Makes, changes or removes the suite after a change of the expectations. Resolves to whether the contract shows it. */
export async function followExpectations(
  row: EntityRow,
  after: Fields,
  before: Fields | null,
  scope: Scope,
): Promise<boolean> {
  const [wanted, known] = [idsIn(after.qualityExpectations), idsIn(before?.qualityExpectations)];
  if (wanted.join() === known.join()) return false;
  if (wanted.length === 0) {
    await removeSuite(row, scope);
    return true;
  }
  const suite = (await suiteOf(row, scope)) ?? (await makeSuite(row, scope));
  const cases = await getEntitiesByIds(scope.sql, [...wanted, ...known]);
  const edges = (of: (id: string) => boolean) =>
    cases.filter(({ id }) => of(id)).map(({ id, type }) => edge(suite, TEST_EDGE.tests, { id, type }));
  const [added, gone] = [
    edges((id) => wanted.includes(id) && !known.includes(id)),
    edges((id) => !wanted.includes(id)),
  ];
  await removeRelations(scope.sql, gone);
  await putRelations(scope.sql, added);
  const reference = ({ to_id, to_type }: RelationRow) => ({ id: to_id, type: to_type });
  await recordUpdate(
    scope.catalog.registry.get(TEST_TYPE.suite),
    suite,
    {
      ...(added.length > 0 ? { added: [{ name: 'tests', newValue: added.map(reference) }] } : {}),
      ...(gone.length > 0 ? { deleted: [{ name: 'tests', oldValue: gone.map(reference) }] } : {}),
    },
    scope,
  );
  return known.length === 0;
}

/** Removes the suite of a contract; its test cases stay. */
export async function removeSuite(row: EntityRow, scope: Scope): Promise<void> {
  const suite = await suiteOf(row, scope);
  if (!suite) return;
  const type = scope.catalog.registry.get(TEST_TYPE.suite);
  await removeEntity(type, { id: suite.id }, { hard: true, recursive: true }, null, asServer(scope));
}

async function suiteOf({ id }: EntityRow, { sql }: Scope): Promise<EntityRow | undefined> {
  const [found] = await relationsFrom(sql, [id], [CONTRACT_EDGE.testedBy]);
  return found ? getEntityById(sql, found.to_id) : undefined;
}

/** The suite does not say what the contract is called: those who may not see the contract may see the suite. */
async function makeSuite(row: EntityRow, scope: Scope): Promise<EntityRow> {
  const type = scope.catalog.registry.get(TEST_TYPE.suite);
  const create = {
    name: row.id,
    displayName: 'Data contract',
    description: 'Test cases that a data contract expects to succeed.',
  };
  // Whoever may change a contract needs no right to its suite.
  const { row: suite } = first(await putOwn(type, [create], { override: false }, asServer(scope)));
  await putRelations(scope.sql, [edge(row, CONTRACT_EDGE.testedBy, suite)]);
  return suite;
}

type End = Pick<EntityRow, 'id' | 'type'>;

function edge(from: End, kind: string, to: End): RelationRow {
  return { from_id: from.id, from_type: from.type, kind, to_id: to.id, to_type: to.type, ord: 0, data: null };
}

function idsIn(references: unknown): string[] {
  const list: EntityReference[] = Array.isArray(references) ? references : [];
  return [...new Set(list.map(({ id }) => id))].sort();
}
