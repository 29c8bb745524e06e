/** `PUT {id}/moveAsync`: moves a term below another term or into another glossary, in a job. */
import { CatalogError, catalogError, type EntityReference } from '../../../contract/index.js';
import {
  containersOf,
  type DataRoute,
  findForWrite,
  json,
  patchEntity,
  type Reply,
  type Request,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import type { FeatureJob } from '../../feature/index.js';
import { declareJob, enqueueJob, JobFailure } from '../../jobs/index.js';
import { resolveReferences } from '../../traits/index.js';
import { targetToChange } from '../entity-route.js';
import { jobActor } from '../job-actor.js';

const typeName = 'glossaryTerm';
const body = 'api/tests/moveGlossaryTermRequest';

interface MoveInput {
  termId: string;
  parentId: string;
  parentType: string;
}

const moves = declareJob<MoveInput>({
  name: 'glossaryTerm.move',
  input: {
    type: 'object',
    properties: { termId: { type: 'string' }, parentId: { type: 'string' }, parentType: { type: 'string' } },
    required: ['termId', 'parentId', 'parentType'],
  },
});

export function moveRoute(path: string): DataRoute {
  return {
    kind: 'write',
    method: 'PUT',
    path: `${path}/{id}/moveAsync`,
    docs: {
      operationId: 'moveGlossaryTerm',
      summary: 'Move a term in the background',
      description:
        'Moves the term, with all terms below it, to the given glossary or below the given term. Returns the id of the job immediately; `/v1/jobs/{id}` shows how it ends.',
      tag: typeName,
      body: { schema: body },
      answers: {
        202: {
          description: 'The id of the job',
          schema: {
            inline: {
              type: 'object',
              properties: { jobId: { type: 'string', format: 'uuid' }, message: { type: 'string' } },
              required: ['jobId', 'message'],
            },
          },
        },
      },
      errors: [404, 409],
    },
    handle: startMove,
  };
}

async function startMove(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await targetToChange(typeName, request, 'EditAll', scope);
  const { parent } = readBody(request, body, scope);
  if (!parent) throw catalogError('BAD_REQUEST', 'parent is required');
  const naming = { types: ['glossary', typeName], text: 'fqn', field: 'parent' } as const;
  const [[found] = []] = await resolveReferences([[parent]], naming, scope);
  if (!found) throw catalogError('BAD_REQUEST', 'parent is required');
  const input = { termId: row.id, parentId: found.id, parentType: found.type };
  const job = await enqueueJob(moves, input, scope, { lane: row.id });
  return json(202, { jobId: job.id, message: 'The term is moved in the background.' });
}

export const moveJob: FeatureJob<MoveInput> = {
  ...moves,
  async run(input, { job, store, transaction, progress }) {
    const actor = await jobActor(job.actorId, store);
    try {
      await transaction(async (scope) => {
        await moveTerm(input, scope);
        await progress(scope, { done: 1 });
      }, actor);
    } catch (error) {
      if (error instanceof CatalogError && error.status < 500 && error.errorType !== 'ENTITY_LOCKED')
        throw new JobFailure(error.message);
      throw error;
    }
  },
};

async function moveTerm({ termId, parentId, parentType }: MoveInput, scope: Scope): Promise<void> {
  const type = scope.catalog.registry.get(typeName);
  const row = await findForWrite(type, { id: termId }, 'non-deleted', scope);
  const isNested = containersOf(row).some(([field]) => field === 'parent');
  const steps = stepsTo({ id: parentId, type: parentType }, isNested);
  await patchEntity(type, { id: row.id }, () => steps, null, scope);
}

/** The patch that moves a term. `isNested`: it is below another term now. */
function stepsTo(parent: Pick<EntityReference, 'id' | 'type'>, isNested: boolean): object[] {
  if (parent.type === typeName) return [{ op: 'add', path: '/parent', value: parent }];
  const leave = isNested ? [{ op: 'remove', path: '/parent' }] : [];
  return [...leave, { op: 'replace', path: '/glossary', value: parent }];
}
