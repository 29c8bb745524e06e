/** Checks the configuration of destinations before anything is stored or sent. Each error is 400 and names the property. */
import { catalogError } from '../../../contract/index.js';
import { type Catalog, type Fields, isObject } from '../../catalog/index.js';
import { DESTINATION_KINDS, isHeaderValue } from '../../destinations/index.js';
import { createAddressPolicy, EgressError, isMailAddress, parseTarget } from '../../egress/index.js';
import { problemOfRedelivery } from './redelivery-config.js';
import { problemOfTiming } from './timing-config.js';

type Options = Pick<Catalog['options'], 'webhookAllow'>;

interface Destination {
  category: string;
  type: string;
  config?: unknown;
}

/** Each gets a separate mail for every event. */
const MOST_RECEIVERS = 100;
const LOOPBACK = '127.0.0.1';
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;

/** `place` names the destination in messages: `destinations[0]`. */
export function checkDestination({ category, type, config }: Destination, place: string, options: Options): void {
  const property = `${place}.config`;
  const over = DESTINATION_KINDS[type]?.over;
  const isExternal = category === 'External' && over !== undefined;
  if (isExternal && (!isObject(config) || Object.keys(config).length === 0))
    throw refused(`${property} is required for the category External`);
  if (!isObject(config)) return;
  const wrong = problemOfRedelivery(config.redelivery) ?? problemOfTiming(config, type);
  if (wrong !== null) throw refused(`${property}.${wrong}`);
  if (over === 'mail' && isExternal) checkReceivers(config, property);
  if (over !== 'http') return;
  if (isExternal && isEmpty(config.endpoint)) throw refused(`${property}.endpoint is required`);
  checkHttpConfig(config, property, options);
}

/** How something is sent over HTTP. What is missing is fine, except for what authentication needs. */
export function checkHttpConfig(config: unknown, property: string, options: Options): void {
  if (!isObject(config)) throw refused(`${property} must be an object`);
  const { endpoint, httpMethod, headers, queryParams, authType } = config;
  if (!isEmpty(endpoint)) checkAddress(endpoint, `${property}.endpoint`, options);
  if (!isEmpty(httpMethod) && httpMethod !== 'POST' && httpMethod !== 'PUT')
    throw refused(`${property}.httpMethod must be POST or PUT`);
  checkPairs(headers, `${property}.headers`, true);
  checkPairs(queryParams, `${property}.queryParams`, false);
  checkAuthentication(authType, `${property}.authType`, options);
}

/** A name is resolved and checked when it is connected to; here only what cannot change is refused. */
function checkAddress(given: unknown, property: string, { webhookAllow }: Options): void {
  try {
    const { hostname } = parseTarget(typeof given === 'string' ? given : '');
    const policy = createAddressPolicy(webhookAllow, 'CAIRN_WEBHOOK_ALLOW');
    policy.check(/^(.*\.)?localhost\.?$/i.test(hostname) ? LOOPBACK : hostname);
  } catch (error) {
    if (error instanceof EgressError) throw refused(`${property}: ${error.message}`);
    throw error;
  }
}

function checkPairs(pairs: unknown, property: string, isHeader: boolean): void {
  if (pairs === undefined || pairs === null) return;
  if (!isObject(pairs)) throw refused(`${property} must be an object of texts`);
  for (const [name, value] of Object.entries(pairs)) {
    const shown = JSON.stringify(name.slice(0, 100));
    if (!['string', 'number', 'boolean'].includes(typeof value)) throw refused(`${property}: ${shown} must be a text`);
    if (isHeader && (!HEADER_NAME.test(name) || !isHeaderValue(String(value))))
      throw refused(`${property}: ${shown} cannot be sent as a header`);
  }
}

function checkAuthentication(given: unknown, property: string, options: Options): void {
  if (given === undefined || given === null) return;
  if (!isObject(given) || !['none', 'bearer', 'oauth2'].includes(String(given.type)))
    throw refused(`${property}.type must be one of none, bearer, oauth2`);
  const needed = { bearer: ['secretKey'], oauth2: ['tokenUrl', 'clientId', 'clientSecret'] }[String(given.type)] ?? [];
  for (const name of needed)
    if (typeof given[name] !== 'string' || given[name].trim() === '')
      throw refused(`${property}.${name} is required if the type is ${String(given.type)}`);
  if (given.type !== 'oauth2') return;
  checkAddress(given.tokenUrl, `${property}.tokenUrl`, options);
  if (given.scope !== undefined && typeof given.scope !== 'string') throw refused(`${property}.scope must be a text`);
}

function checkReceivers({ receivers }: Fields, property: string): void {
  if (!Array.isArray(receivers) || receivers.length === 0)
    throw refused(`${property}.receivers must have at least one mail address`);
  if (receivers.length > MOST_RECEIVERS)
    throw refused(`${property}.receivers must have at most ${MOST_RECEIVERS} mail addresses`);
  for (const address of receivers)
    if (typeof address !== 'string' || !isMailAddress(address))
      throw refused(`${property}.receivers: ${String(JSON.stringify(address)).slice(0, 100)} is not a mail address`);
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const refused = (message: string) => catalogError('BAD_REQUEST', message);
