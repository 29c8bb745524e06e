/** Routes for the typed relations of a term. */
import { catalogError } from '../../../contract/index.js';
import {
  type DataRoute,
  type Fields,
  isObject,
  json,
  type Reply,
  type Request,
  readBody,
  type Scope,
} from '../../catalog/index.js';
import { changedReply, targetToChange } from '../entity-route.js';
import { acceptRelations, relationKey, type TypedRelation } from './related-terms.js';
import { relationUsage } from './relation-types.js';

const typeName = 'glossaryTerm';
const schema = 'entity/data/glossaryTerm';

export function relationRoutes(path: string): DataRoute[] {
  return [
    {
      kind: 'write',
      method: 'POST',
      path: `${path}/{id}/relations`,
      docs: {
        operationId: 'addGlossaryTermRelation',
        summary: 'Relate a term to another',
        description:
          'Adds a relation of a type of the setting `glossaryTermRelationSettings`; the other term shows it with the inverse type.',
        tag: typeName,
        body: { schema: 'type/termRelation' },
        answers: { 200: { description: 'The term', schema } },
        errors: [404],
      },
      handle: addRelation,
    },
    {
      kind: 'write',
      method: 'DELETE',
      path: `${path}/{id}/relations/{toTermId}`,
      docs: {
        operationId: 'removeGlossaryTermRelation',
        summary: 'Remove relations of a term to another',
        description: 'Removes the relation of the given type, or all relations between the two terms.',
        tag: typeName,
        params: { toTermId: 'Id of the other term' },
        query: [
          { name: 'relationType', description: 'Type of the relation; default: all', schema: { type: 'string' } },
        ],
        answers: { 200: { description: 'The term', schema } },
        errors: [404],
      },
      handle: removeRelation,
    },
    {
      kind: 'read',
      method: 'GET',
      path: `${path}/relationTypes/usage`,
      docs: {
        operationId: 'countGlossaryTermRelations',
        summary: 'Count the relations of each type',
        description: 'Returns the number of relations between terms that the caller may see, by relation type.',
        tag: typeName,
        answers: {
          200: {
            description: 'Number of relations by type',
            schema: { inline: { type: 'object', additionalProperties: { type: 'integer' } } },
          },
        },
      },
      async handle(_request, scope) {
        scope.catalog.authorizer.possible(scope.actor, 'ViewBasic', typeName);
        return json(200, await relationUsage(scope));
      },
    },
  ];
}

async function addRelation(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange(typeName, request, 'EditAll', scope);
  const [accepted = []] = await acceptRelations([[readBody(request, 'type/termRelation', scope)]], scope);
  const add = (term: Fields) => withRelations(term, [...relationsIn(term), ...accepted]);
  return changedReply<Fields>(found, fieldsOf(request), add, scope);
}

async function removeRelation(request: Request, scope: Scope): Promise<Reply> {
  const found = await targetToChange(typeName, request, 'EditAll', scope);
  const { relationType } = request.query;
  const other = request.params.toTermId?.toLowerCase();
  const remove = (term: Fields) => {
    const all = relationsIn(term);
    const left = all.filter((one) => one.term.id !== other || (relationType && one.relationType !== relationType));
    if (left.length === all.length)
      throw catalogError(
        'ENTITY_NOT_FOUND',
        `${found.row.fqn} has no relation${relationType ? ` of type ${relationType.slice(0, 100)}` : ''} to the term ${other?.slice(0, 100)}`,
      );
    return withRelations(term, left);
  };
  return changedReply<Fields>(found, fieldsOf(request), remove, scope);
}

const fieldsOf = ({ query }: Request) => query.fields || 'relatedTerms';

function relationsIn({ relatedTerms }: Fields): TypedRelation[] {
  return Array.isArray(relatedTerms) ? relatedTerms.filter(isRelation) : [];
}

const isRelation = (value: unknown): value is TypedRelation =>
  isObject(value) && typeof value.relationType === 'string' && isObject(value.term);

function withRelations(term: Fields, relations: readonly TypedRelation[]): Fields {
  return { ...term, relatedTerms: [...new Map(relations.map((one) => [relationKey(one), one])).values()] };
}
