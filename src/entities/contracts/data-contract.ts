import { catalogError, contractedTypes, type DataContract, errorMessages, isObject } from '../../../contract/index.js';
import { defineType, joinFqn } from '../../catalog/index.js';
import { getEntityById, putRelations, RELATION } from '../../storage/index.js';
import { owners, reviewers } from '../../traits/index.js';
import { guardNewReviewers, guardReviewers, guardStatus, statusFor } from '../glossary/approval.js';
import { followApproval } from '../glossary/approval-task.js';
import { checkPromises, refuseSecond } from './check-contract.js';
import { qualityExpectations, suiteOfContract } from './contract-fields.js';
import { CREATE, PATH, SCHEMA } from './contract-names.js';
import { followExpectations, removeSuite } from './contract-suite.js';
import { contractRoutes } from './routes/contract-routes.js';

export const dataContract = defineType({
  name: 'dataContract',
  path: PATH,
  schema: SCHEMA,
  create: CREATE,
  about: 'What a data asset promises: schema, semantics, quality and service level.',
  group: 'Data Contracts',
  search: { calledAs: ['data contract', 'contract'], facets: ['entityStatus'] },
  // Contracts are visible to those who see the asset, and tasks can be about them.
  hasSubject: true,
  isSubject: true,
  parents: [{ field: 'entity', type: contractedTypes, given: 'ref', oneByOne: true }],
  parentRequired: true,
  containers: (asset) => [['entity', asset.id]],
  fqn: (asset, name) => joinFqn(asset, `dataContract_${name}`),
  alerts: {
    triggers: [
      {
        name: 'GetDataContractStatusUpdates',
        title: 'Data Contract Status Updates',
        condition: 'matchDataContractStatus(${contractStatusList})',
      },
    ],
    result: { function: 'matchDataContractStatus', in: 'entity', field: 'latestResult', status: 'status' },
    checks: {
      filter: 'filterByEntityName',
      title: 'Name of the Asset',
      function: 'filterByEntityNameDataContractBelongsTo',
      argument: 'entityNameList',
      fqnOf: ({ entity }) => (isObject(entity) ? String(entity.fullyQualifiedName) : undefined),
    },
  },
  traits: [owners, reviewers, qualityExpectations, suiteOfContract],
  references: [{ in: 'schema', field: 'owners' }],
  shownOnCreate: ['owners', 'reviewers'],
  onRequest: ['extension'],
  preserveOnPut: ['extension', 'latestResult', 'createdAt', 'createdBy', 'contractUpdates'],
  unversioned: ['latestResult'],
  namedItems: ['schema', 'semantics'],
  readOnly: ['entity', 'testSuite', 'latestResult', 'createdAt', 'createdBy', 'contractUpdates', 'inherited'],
  without: ['create', 'put', 'patchByName'],
  filters: {
    entityStatus: { by: 'equals', field: 'entityStatus' },
    status: { by: 'equals', field: 'entityStatus' },
    entity: { by: 'parent', type: contractedTypes },
  },
  routes: contractRoutes(),
  hooks: {
    async build(core, create, scope, stored) {
      const asset = await getEntityById(scope.sql, create.entity.id);
      if (asset?.type !== create.entity.type)
        throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById(create.entity.type, create.entity.id));
      if (stored === null) {
        await refuseSecond(create.entity.id, scope);
        await guardNewReviewers(create, asset, scope);
      }
      await checkPromises(create.entity.id, create, stored, scope);
      core.createdAt = stored?.createdAt ?? scope.context.now();
      core.createdBy = stored?.createdBy ?? scope.actor.name;
      core.entityStatus = await statusFor(
        create.entityStatus ?? stored?.entityStatus ?? 'Draft',
        create,
        stored,
        asset,
        scope,
      );
      core.inherited = false;
      delete core.termsOfUse;
      if (create.termsOfUse !== undefined) core.termsOfUse = { content: create.termsOfUse };
    },
    async check(after, before, scope) {
      checkPeriod(after);
      if (before === null) return;
      await guardStatus(after, before, scope);
      await guardReviewers(after, before, { moved: false }, scope);
      const asset = after.entity?.id ?? before.entity?.id;
      if (asset !== undefined) await checkPromises(asset, after, before, scope);
    },
    async stored(row, after, before, scope) {
      if (before === null && row.parent_id !== null) {
        const asset = await getEntityById(scope.sql, row.parent_id);
        if (asset)
          await putRelations(scope.sql, [
            {
              from_id: row.id,
              from_type: row.type,
              kind: RELATION.about,
              to_id: asset.id,
              to_type: asset.type,
              ord: 0,
              data: null,
            },
          ]);
      }
      const shown = await followExpectations(row, after, before, scope);
      await followApproval(row, after, before, scope);
      return shown ? 'seen' : 'unseen';
    },
    async guard(row, what, scope) {
      if (what === 'restore' && row.parent_id !== null) await refuseSecond(row.parent_id, scope);
    },
    async beforeDelete(row, scope, hard) {
      if (hard) await removeSuite(row, scope);
    },
  },
});

function checkPeriod({
  effectiveFrom,
  effectiveUntil,
}: Partial<Pick<DataContract, 'effectiveFrom' | 'effectiveUntil'>>): void {
  if (effectiveFrom === undefined || effectiveUntil === undefined) return;
  if (Date.parse(effectiveFrom) > Date.parse(effectiveUntil))
    throw catalogError('BAD_REQUEST', 'effectiveFrom must not be after effectiveUntil');
}
