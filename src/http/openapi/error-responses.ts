import { errors } from '../../../contract/index.js';

/** A reference to the response component of an error status. */
export function errorResponse(status: number): { $ref: string } {
  return { $ref: `#/components/responses/Error${status}` };
}

/** The error responses that the paths refer to, as components by status. */
export function errorResponses(paths: object): Record<string, object> {
  const text = JSON.stringify(paths);
  const responses: Record<string, object> = {};
  for (const { status } of Object.values(errors)) {
    if (!text.includes(JSON.stringify(errorResponse(status)))) continue;
    const kinds = Object.values(errors).filter((kind) => kind.status === status);
    responses[`Error${status}`] = {
      description: kinds.map(({ errorType, when }) => `\`${errorType}\`: ${when}`).join(' '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  }
  return responses;
}
