import { bulkCreate, type SlicedRoute } from '../../catalog/index.js';

/** `POST createMany`: creates several terms, each with its own result. */
export function createManyRoute(path: string): SlicedRoute {
  return {
    kind: 'sliced',
    method: 'POST',
    path: `${path}/createMany`,
    docs: {
      operationId: 'createManyGlossaryTerms',
      summary: 'Create several terms',
      description:
        'Creates each term of the list independently. The response has the result of each item; terms that exist already fail with 409. Parents must exist before the request or come earlier in it.',
      tag: 'glossaryTerm',
      body: { schema: { arrayOf: 'api/data/createGlossaryTerm' } },
      answers: {
        200: { description: 'Result of each item, with the reason for failures', schema: 'type/bulkOperationResult' },
      },
      errors: [413],
    },
    handle: (request, scope) => bulkCreate(scope.catalog.registry.get('glossaryTerm'), request, scope),
  };
}
