/** Checks the configuration of destinations before anything is stored. Each error is 400 and names the property. */

import { catalogError } from '../../../contract/index.js';
import { type Catalog, type Fields, isObject } from '../../catalog/index.js';
import { createAddressPolicy, EgressError } from '../../egress/index.js';

type Options = Pick<Catalog['options'], 'webhookAllow'>;

interface Destination {
  category: string;
  type: string;
  config?: unknown;
}

const OVER_HTTP = ['Webhook', 'Slack', 'MsTeams', 'GChat'];
const BY_MAIL = 'Email';
/** The types whose messages leave the server. */
export const OUTGOING: readonly string[] = [...OVER_HTTP, BY_MAIL];
/** One mailbox, without a name or comments. */
const ADDRESS = /^[^\s@,;<>"()[\]\\:]{1,64}@[^\s@,;<>"()[\]\\:.]+(\.[^\s@,;<>"()[\]\\:.]+)*$/u;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;

/** `property` names the destination in messages: `destinations[0]`. */
export function checkDestination({ category, type, config }: Destination, property: string, options: Options): void {
  const isExternal = category === 'External' && OUTGOING.includes(type);
  if (isExternal && (!isObject(config) || Object.keys(config).length === 0))
    throw refused(property, `config is required if the category is External`);
  if (!isObject(config)) return;
  const at = `${property}.config`;
  if (OVER_HTTP.includes(type)) checkHttp(config, at, { isExternal, options });
  if (type === BY_MAIL && isExternal) checkReceivers(config, at);
}

function checkHttp(
  { endpoint, httpMethod, headers, queryParams, authType }: Fields,
  at: string,
  { isExternal, options }: { isExternal: boolean; options: Options },
): void {
  if (isExternal && (endpoint === undefined || endpoint === '')) throw refused(at, 'endpoint is required');
  if (endpoint !== undefined && endpoint !== '') checkUrl(endpoint, `${at}.endpoint`, options);
  if (httpMethod !== undefined && httpMethod !== 'POST' && httpMethod !== 'PUT')
    throw refused(at, 'httpMethod must be POST or PUT');
  if (headers !== undefined) checkHeaders(headers, `${at}.headers`);
  if (queryParams !== undefined) checkParameters(queryParams, `${at}.queryParams`);
  if (authType !== undefined) checkAuthentication(authType, `${at}.authType`, options);
}

function checkUrl(given: unknown, at: string, { webhookAllow }: Options): void {
  const url = typeof given === 'string' && URL.canParse(given) ? new URL(given) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '')
    throw refused(at, 'must be a URL that begins with http:// or https://');
  try {
    createAddressPolicy(webhookAllow, '--webhook-allow').check(url.hostname);
  } catch (error) {
    if (error instanceof EgressError) throw refused(at, error.message);
    throw error;
  }
  if (url.hostname === 'localhost' && webhookAllow.length === 0)
    throw refused(at, 'localhost is not a public address; --webhook-allow can allow its range');
}

function checkHeaders(headers: unknown, at: string): void {
  if (!isObject(headers)) throw refused(at, 'must be an object');
  for (const [name, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name)) throw refused(at, `${JSON.stringify(name.slice(0, 100))} is not a name of a header`);
    if (typeof value !== 'string' || /[\r\n\0]/.test(value))
      throw refused(at, `${name} must be text without line breaks`);
  }
}

function checkParameters(parameters: unknown, at: string): void {
  if (!isObject(parameters)) throw refused(at, 'must be an object');
  for (const [name, value] of Object.entries(parameters))
    if (!['string', 'number', 'boolean'].includes(typeof value))
      throw refused(at, `${name.slice(0, 100)} must be text, a number or a boolean`);
}

function checkAuthentication(given: unknown, at: string, options: Options): void {
  if (!isObject(given)) throw refused(at, 'must be an object');
  const require = (...names: string[]) => {
    for (const name of names)
      if (typeof given[name] !== 'string' || given[name].trim() === '')
        throw refused(at, `${name} is required if the type is ${given.type}`);
  };
  if (given.type === 'bearer') require('secretKey');
  else if (given.type === 'oauth2') {
    require('tokenUrl', 'clientId', 'clientSecret');
    checkUrl(given.tokenUrl, `${at}.tokenUrl`, options);
    if (given.scope !== undefined && typeof given.scope !== 'string') throw refused(at, 'scope must be text');
  } else if (given.type !== 'none') throw refused(at, 'type must be none, bearer or oauth2');
}

function checkReceivers({ receivers }: Fields, at: string): void {
  if (!Array.isArray(receivers) || receivers.length === 0)
    throw refused(at, 'receivers must have at least one e-mail address');
  for (const receiver of receivers)
    if (typeof receiver !== 'string' || receiver.length > 320 || !ADDRESS.test(receiver))
      throw refused(at, `receivers: ${JSON.stringify(receiver).slice(0, 100)} is not an e-mail address`);
}

function refused(property: string, rule: string) {
  return catalogError('BAD_REQUEST', `${property}: ${rule}`);
}
