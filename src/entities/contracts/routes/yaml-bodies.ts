import { catalogError } from '../../../../contract/index.js';
import { type Request, readJson } from '../../../catalog/index.js';
import { readYaml, YamlError } from '../../../odcs/index.js';

export const YAML = ['application/yaml', 'text/yaml', 'application/x-yaml'] as const;
export const YAML_OR_JSON = ['application/json', ...YAML] as const;

/** The request with its YAML body as JSON. 400 for a body that is no YAML. */
export function asJson(request: Request): Request {
  if (request.mediaType === null || !YAML.some((type) => type === request.mediaType)) return request;
  return { ...request, mediaType: 'application/json', body: JSON.stringify(yamlIn(request)) };
}

/** The body, YAML or JSON, as a value that can be stored. */
export function readDocument(request: Request): unknown {
  return readJson(asJson(request));
}

function yamlIn({ body }: Request): unknown {
  if (body === null || body.trim() === '') throw catalogError('BAD_REQUEST', 'The request requires a body');
  try {
    return readYaml(body) ?? null;
  } catch (error) {
    if (error instanceof YamlError) throw catalogError('BAD_REQUEST', `Invalid YAML content: ${error.message}`);
    throw error;
  }
}
