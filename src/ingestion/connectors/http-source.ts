/** Requests of the connectors of HTTP services: what is sent, what counts as success, and how failures are described. */
import { isObject, type JsonObject, textOf } from '../../../contract/index.js';
import { type EgressAnswer, EgressError, type EgressRequest, parseTarget } from '../../egress/index.js';
import type { SourceAccess, StepOutcome, TestedSource } from './connector.js';

/** Headers that identify the caller. */
export type Login = Record<string, string>;

export interface HttpSource {
  /** Sends a GET with the headers of the login. Rejects unless the status is 2xx. */
  get(path: string): Promise<EgressAnswer>;
  /** A step that is one GET with a JSON response; `describe` says what was found. */
  reads(path: string, describe: (body: unknown) => string): () => Promise<StepOutcome>;
  /** Sends JSON and returns the JSON response. Rejects unless the status is 2xx. */
  post(path: string, body: JsonObject): Promise<unknown>;
}

/** `headers` are resolved once, before the first request that needs them. */
export function httpSource(
  base: string,
  { send }: SourceAccess,
  headers: (source: HttpSource) => Promise<Login> | Login = () => ({}),
): HttpSource {
  let login: Promise<Login> | undefined;
  const request = async (path: string, given: Pick<EgressRequest, 'method' | 'headers' | 'body'>) => {
    const url = urlOf(base, path);
    const answer = await send({ url, ...given, headers: { accept: 'application/json', ...given.headers } });
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw new EgressError('failed', `${parseTarget(url).host} answered ${answer.status} to ${given.method} ${path}`);
  };
  const source: HttpSource = {
    async get(path) {
      login ??= Promise.resolve(headers(source));
      return request(path, { method: 'GET', headers: await login });
    },
    reads: (path, describe) => async () => {
      const body = jsonOf(await source.get(path), path);
      return { command: `GET ${path}`, summary: describe(body) };
    },
    async post(path, body) {
      const given = {
        method: 'POST' as const,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      };
      return jsonOf(await request(path, given), path);
    },
  };
  return source;
}

/** Nothing to close: each request has its own connection, or one of the pool. */
export const httpSteps = (steps: TestedSource['steps']): TestedSource => ({ steps, close: async () => {} });

function urlOf(base: string, path: string): string {
  parseTarget(base);
  return path === '' ? base : `${base.replace(/\/+$/, '')}${path}`;
}

/** A response that was cut is taken as it is: the test only needs to know that it came. */
function jsonOf({ body, cut }: EgressAnswer, path: string): unknown {
  if (cut) return null;
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new EgressError('failed', `the response to ${path} is not JSON`);
  }
}

/** `dashboards: 3`, from a list or from the number in a field. */
export function counted(value: unknown, what: string): string {
  const count = Array.isArray(value) ? value.length : value;
  return typeof count === 'number' ? `${what}: ${count}` : `${what} found`;
}

export function basicAuth(user: unknown, password: unknown): Login {
  return { authorization: `Basic ${Buffer.from(`${textOf(user)}:${textOf(password)}`).toString('base64')}` };
}

/** Servers are verified with the authorities of Node; other ways are left to a runner. */
export function ownVerification({ verifySSL, sslConfig }: JsonObject): string | null {
  if (verifySSL === 'ignore' || verifySSL === false) return 'verifySSL turns off the verification of certificates';
  const certificates = isObject(sslConfig)
    ? Object.values(sslConfig).filter((value) => textOf(value) !== '' || isObject(value))
    : [];
  return certificates.length > 0 ? 'sslConfig has certificates of its own' : null;
}
