// Sends the body of a message to a webhook or chat: headers, signatures, OAuth2, and the outcome by the response.
import { STATUS_CODES } from 'node:http';
import { type EgressAnswer, EgressError, formsOf, type HttpEgress, maskSecrets } from '../egress/index.js';
import { answerText } from './answer-text.js';
import { type Attempt, type DestinationTarget, INTERRUPTED } from './destination.js';
import { type HttpConfig, isHeaderValue, readHttpConfig } from './http-config.js';
import type { OAuth2, OAuth2Tokens } from './oauth2-tokens.js';
import { bodySignature, webhookSignature } from './sign.js';

export interface HttpSenderDeps {
  http: HttpEgress;
  tokens: OAuth2Tokens;
  /** Name of the header with the signature of the body. */
  signatureHeader: string;
  now(): number;
}

export interface Posted {
  /** The `webhook-id`. */
  id: string;
  /** JSON text. */
  body: string;
  /** Default: POST, which deliveries always use. */
  method?: 'POST' | 'PUT';
}

export interface HttpSender {
  /** Sends to each address, and resolves with the worst outcome. Does not reject if a receiver fails. */
  send(posted: Posted, target: DestinationTarget, signal: AbortSignal): Promise<Attempt>;
}

const MOST_BYTES = 4096;
const DAY = 86_400_000;
/** Headers that belong to the connection or that only the sender knows. */
const OWN_HEADERS =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|content-type|expect|webhook-(id|timestamp|signature))$/i;
/** Statuses that the same request would get again. */
const FINAL_STATUSES = new Set([400, 410, 413, 414, 415, 422]);

export function createHttpSender(deps: HttpSenderDeps): HttpSender {
  return {
    async send(posted, target, signal) {
      const config = readHttpConfig(target.config);
      const addresses = target.receivers.length > 0 ? target.receivers : [config.endpoint];
      const attempts = await Promise.all(
        [...new Set(addresses)].map((address) => sendTo(address, { ...deps, posted, config, target, signal })),
      );
      return worst(attempts);
    },
  };
}

interface Sending extends HttpSenderDeps {
  posted: Posted;
  config: HttpConfig;
  target: DestinationTarget;
  signal: AbortSignal;
}

async function sendTo(address: string, sending: Sending): Promise<Attempt> {
  const { config, signal } = sending;
  const began = performance.now();
  const durationMs = () => Math.round(performance.now() - began);
  const secrets = secretsOf(config);
  try {
    const { answer, token } = await sendAuthorized(address, sending);
    return {
      ...outcomeOf(answer, token === undefined ? secrets : [...secrets, ...formsOf(token)]),
      durationMs: durationMs(),
      ...waitOf(answer, sending.now()),
    };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    const outcome = error.failure === 'invalid' || error.failure === 'refused' ? 'rejected' : 'failed';
    const reason = signal.aborted ? INTERRUPTED : maskSecrets(error.message, secrets);
    return { outcome, reason, durationMs: durationMs() };
  }
}

/** A token that the receiver refuses with 401 is replaced once. */
async function sendAuthorized(address: string, sending: Sending): Promise<{ answer: EgressAnswer; token?: string }> {
  const { config, tokens } = sending;
  const { auth } = config;
  if (auth.type !== 'oauth2') return { answer: await request(address, sending) };
  const client: OAuth2 = auth;
  const token = await tokens.get(client);
  const answer = await request(address, sending, token);
  if (answer.status !== 401) return { answer, token };
  tokens.drop(client, token);
  const next = await tokens.get(client);
  return { answer: await request(address, sending, next), token: next };
}

function request(address: string, sending: Sending, token?: string): Promise<EgressAnswer> {
  const { http, posted, config, target, signal } = sending;
  return http.send({
    url: withQuery(address, config.queryParams),
    method: posted.method ?? 'POST',
    headers: headersOf(sending, token),
    body: posted.body,
    connectTimeout: target.connectTimeout,
    readTimeout: target.readTimeout,
    maxBytes: MOST_BYTES,
    signal,
  });
}

function withQuery(address: string, parameters: HttpConfig['queryParams']): string {
  if (Object.keys(parameters).length === 0 || !URL.canParse(address)) return address;
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value);
  return url.href;
}

function headersOf({ posted, config, signatureHeader, now }: Sending, token?: string): Record<string, string> {
  const { id, body } = posted;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(config.headers)) {
    const lower = name.toLowerCase();
    if (OWN_HEADERS.test(lower) || lower === signatureHeader.toLowerCase() || !isHeaderValue(value)) continue;
    if (token !== undefined && lower === 'authorization') continue;
    headers[lower] = value;
  }
  // The time of the attempt, not of the event, because receivers refuse old timestamps.
  const seconds = Math.floor(now() / 1000);
  headers['user-agent'] ??= 'Cairn';
  headers['content-type'] = 'application/json';
  headers['webhook-id'] = id;
  headers['webhook-timestamp'] = String(seconds);
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  const secret = config.auth.type === 'bearer' ? config.auth.secretKey : '';
  if (secret !== '') {
    headers[signatureHeader] = bodySignature(secret, body);
    headers['webhook-signature'] = webhookSignature(secret, { id, seconds, body });
  }
  return headers;
}

function outcomeOf({ status, body, cut }: EgressAnswer, secrets: readonly string[]): Omit<Attempt, 'durationMs'> {
  // Where it is cut, half a character at its end would hide that a secret begins there.
  const text = new TextDecoder().decode(body, { stream: cut });
  // Before it is shortened, which could leave a part of a secret. People see records of attempts.
  const answer = answerText(maskSecrets(text, secrets, { isCut: cut }));
  const said = answer === '' ? {} : { answer };
  if (status >= 200 && status < 300) return { outcome: 'delivered', statusCode: status, ...said };
  const isFinal = (status >= 300 && status < 400) || FINAL_STATUSES.has(status);
  const reason = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  return { outcome: isFinal ? 'rejected' : 'failed', statusCode: status, reason, ...said };
}

/** `Retry-After`, in seconds or as a date; at most a day. */
function waitOf({ headers, status }: EgressAnswer, now: number): Pick<Attempt, 'retryAfterMs'> {
  const given = headers['retry-after'];
  if (typeof given !== 'string' || status < 400) return {};
  const wait = /^\d+$/.test(given.trim()) ? Number(given) * 1000 : Date.parse(given) - now;
  return Number.isFinite(wait) && wait > 0 ? { retryAfterMs: Math.min(wait, DAY) } : {};
}

/** Secrets that are sent to receivers, which may repeat them in a response. */
function secretsOf({ auth, headers, queryParams }: HttpConfig): string[] {
  // `Bearer abc`: only the second word is the secret.
  const ofHeaders = Object.values(headers).flatMap((value) => [
    value,
    ...(/^[\w-]+ +(\S+)$/.exec(value)?.slice(1) ?? []),
  ]);
  const given = [...ofHeaders, ...Object.values(queryParams)];
  if (auth.type === 'bearer') given.push(auth.secretKey);
  if (auth.type === 'oauth2') given.push(auth.clientSecret);
  return given.flatMap(formsOf);
}

const RANK = { delivered: 0, rejected: 1, failed: 2 };

export function worst(attempts: readonly Attempt[]): Attempt {
  const [first, ...others] = attempts;
  if (!first) return { outcome: 'delivered', durationMs: 0 };
  return others.reduce((at, one) => (RANK[one.outcome] > RANK[at.outcome] ? one : at), first);
}
