// The config of a webhook or chat destination: how it is read and what is refused.
import { catalogError, isObject } from '../../../contract/index.js';
import { type AddressPolicy, EgressError, parseTarget } from '../../egress/index.js';

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

const LOOPBACK = '127.0.0.1';
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

/** Reads a stored config; what it lacks is empty. */
export function readHttpConfig(config: Config): HttpConfig {
  return {
    endpoint: textOf(config.endpoint),
    headers: textsOf(config.headers),
    queryParams: textsOf(config.queryParams),
    auth: readAuth(config.authType),
  };
}

/** Of test messages; deliveries are always posted. */
export const methodOf = ({ httpMethod }: Config): 'POST' | 'PUT' => (httpMethod === 'PUT' ? 'PUT' : 'POST');

/** Throws the documented 400. */
export function checkHttpConfig(config: Config | undefined, policy: AddressPolicy): void {
  if (!config || Object.keys(config).length === 0) throw refused('config is required for the category External');
  const { endpoint, auth } = readHttpConfig(config);
  if (endpoint === '') throw refused('config.endpoint is required');
  checkAddress(endpoint, 'config.endpoint', policy);
  checkPairs(config.headers, 'config.headers', true);
  checkPairs(config.queryParams, 'config.queryParams', false);
  checkAuthType(config.authType);
  if (auth.type === 'bearer' && auth.secretKey === '') throw refused('config.authType.secretKey is required');
  if (auth.type !== 'oauth2') return;
  for (const name of ['tokenUrl', 'clientId', 'clientSecret'] as const)
    if (auth[name] === '') throw refused(`config.authType.${name} is required`);
  checkAddress(auth.tokenUrl, 'config.authType.tokenUrl', policy);
}

/** A name is resolved and checked when it is connected to; here only what cannot change is refused. */
function checkAddress(address: string, field: string, policy: AddressPolicy): void {
  try {
    const { hostname } = parseTarget(address);
    policy.check(/^(.*\.)?localhost\.?$/i.test(hostname) ? LOOPBACK : hostname);
  } catch (error) {
    if (error instanceof EgressError) throw refused(`${field}: ${error.message}`);
    throw error;
  }
}

function checkPairs(pairs: unknown, field: string, isHeader: boolean): void {
  if (pairs === undefined || pairs === null) return;
  if (!isObject(pairs)) throw refused(`${field} must be an object of texts`);
  for (const [name, value] of Object.entries(pairs)) {
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw refused(`${field}.${name} must be a text`);
    if (isHeader && (!HEADER_NAME.test(name) || !isHeaderValue(String(value))))
      throw refused(`${field}: ${JSON.stringify(name.slice(0, 100))} cannot be sent as a header`);
  }
}

function checkAuthType(given: unknown): void {
  if (given === undefined || given === null) return;
  if (!isObject(given) || !['none', 'bearer', 'oauth2'].includes(String(given.type)))
    throw refused('config.authType.type must be one of none, bearer, oauth2');
}

/** What may stand in a header: visible characters of Latin-1, spaces and tabs. */
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

export const refused = (message: string) => catalogError('BAD_REQUEST', message);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function textsOf(value: unknown): Record<string, string> {
  if (!isObject(value)) return {};
  const texts = Object.entries(value).filter(([, one]) => ['string', 'number', 'boolean'].includes(typeof one));
  return Object.fromEntries(texts.map(([name, one]) => [name, String(one)]));
}
