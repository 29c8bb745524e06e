// How the config of a webhook or chat destination is read.
import { isObject } from '../../contract/index.js';

export type HttpAuth =
  | { type: 'none' }
  | { type: 'bearer'; secretKey: string }
  | { type: 'oauth2'; tokenUrl: string; clientId: string; clientSecret: string; scope: string };

export interface HttpConfig {
  /** Empty where the address is that of a recipient. */
  endpoint: string;
  headers: Readonly<Record<string, string>>;
  queryParams: Readonly<Record<string, string>>;
  auth: HttpAuth;
}

type Config = Record<string, unknown>;

/** Reads a stored config; what it lacks is empty. */
export function readHttpConfig(config: Config): HttpConfig {
  return {
    endpoint: textOf(config.endpoint),
    headers: textsOf(config.headers),
    queryParams: textsOf(config.queryParams),
    auth: readAuth(config.authType),
  };
}

/** The method of test messages; deliveries always use POST. */
export const methodOf = ({ httpMethod }: Config): 'POST' | 'PUT' => (httpMethod === 'PUT' ? 'PUT' : 'POST');

/** The characters that a header may contain: visible Latin-1, spaces and tabs. */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

function readAuth(given: unknown): HttpAuth {
  if (!isObject(given)) return { type: 'none' };
  if (given.type === 'bearer') return { type: 'bearer', secretKey: textOf(given.secretKey) };
  if (given.type !== 'oauth2') return { type: 'none' };
  const [tokenUrl, clientId] = [textOf(given.tokenUrl), textOf(given.clientId)];
  return { type: 'oauth2', tokenUrl, clientId, clientSecret: textOf(given.clientSecret), scope: textOf(given.scope) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const texts = Object.entries(value).filter(([, one]) => ['string', 'number', 'boolean'].includes(typeof one));
  return Object.fromEntries(texts.map(([name, one]) => [name, String(one)]));
}
