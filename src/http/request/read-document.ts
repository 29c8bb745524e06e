import { CatalogError, catalogError, errorMessages } from '../../../contract/errors.js';
import { type Actor, type Request, type RouteDocument, readJson } from '../../catalog/index.js';
import { type DocumentReader, OdcsError, TooManyDocuments, YamlError } from '../../odcs/index.js';

export const YAML: readonly string[] = ['application/yaml', 'text/yaml', 'application/x-yaml'];
/** Seconds after which a caller with too many documents may send more. */
const AGAIN_AFTER = 5;

/** The request with its document as JSON. 400 for a body that is none, or takes too long to read. */
export async function readDocument(
  request: Request,
  kind: RouteDocument['as'],
  reader: DocumentReader,
  actor: Actor,
): Promise<Request> {
  const isYaml = request.mediaType !== null && YAML.includes(request.mediaType);
  if (!isYaml && kind === 'yaml') return request;
  if (!isYaml) readJson(request); // refuses what no JSON body may contain
  const text = request.body ?? '';
  if (text.trim() === '') throw catalogError('BAD_REQUEST', 'The request requires a body');
  try {
    const task = { text, format: isYaml ? 'yaml' : 'json', isOdcs: kind === 'odcs' } as const;
    const body = await reader.read(task, actor.id);
    return { ...request, mediaType: 'application/json', body };
  } catch (error) {
    if (error instanceof YamlError) throw catalogError('BAD_REQUEST', `Invalid YAML content: ${error.message}`);
    if (error instanceof OdcsError) throw catalogError('BAD_REQUEST', `Invalid ODCS content: ${error.message}`);
    if (error instanceof TooManyDocuments)
      throw new CatalogError('LIMITS_EXCEPTION', errorMessages.rateLimited(AGAIN_AFTER), {
        retryAfterSeconds: AGAIN_AFTER,
      });
    throw error;
  }
}
