/**
 * The runner: a service of the operator that runs ingestion pipelines, and the connection tests that this server cannot
 * run. docs/runner.md describes its requests.
 */
import { catalogError, isObject, type JsonObject } from '../../contract/index.js';
import { createAddressPolicy, createHttpEgress, EgressError, type HttpEgress } from '../egress/index.js';

export interface Runner {
  /** Sends a request and returns the response. Throws 400 if the runner refuses it, 503 if it gives no valid answer. */
  send(method: 'GET' | 'POST', path: string, body?: JsonObject): Promise<RunnerAnswer>;
  /** For records of what it was sent. */
  host: string;
}

export interface RunnerAnswer {
  /** What it says about the request, if anything. */
  reason?: string;
  version?: string;
  /** Id of the run that it started. */
  runId?: string;
  /** Address that it connects to sources from. */
  ip?: string;
}

export interface RunnerTimeouts {
  /** Milliseconds to connect. */
  connect: number;
  /** Milliseconds for the whole response. */
  read: number;
}

export const RUNNER_TIMEOUTS: RunnerTimeouts = { connect: 5000, read: 30_000 };
const MAX_ANSWER = 64 * 1024;
const MAX_TEXT = 1000;
/** Statuses with which the runner rejects what it was asked for. Others are failures of the runner. */
const REFUSALS = new Set([400, 404, 409, 422]);

/** null without a URL. */
export function createRunner(url: string, token: string, timeouts = RUNNER_TIMEOUTS): Runner | null {
  if (url === '') return null;
  const base = url.replace(/\/+$/, '');
  const { host } = new URL(url);
  let egress: HttpEgress | undefined;
  return {
    host,
    async send(method, path, body) {
      // The operator names this one address, so it may also be a private one. Redirects are not followed.
      egress ??= createHttpEgress({
        policy: createAddressPolicy(['0.0.0.0/0', '::/0'], 'CAIRN_RUNNER_URL'),
        maxBytes: MAX_ANSWER,
      });
      const request = {
        url: `${base}${path}`,
        method,
        headers: {
          accept: 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        connectTimeout: timeouts.connect,
        readTimeout: timeouts.read,
      };
      const answer = await egress.send(request).catch((error: unknown) => {
        throw error instanceof EgressError ? unavailable(error.message, error) : error;
      });
      const read = readAnswer(new TextDecoder().decode(answer.body));
      const said = `the runner at ${host} answered ${answer.status}${read?.reason ? `: ${read.reason}` : ''}`;
      if (REFUSALS.has(answer.status)) throw catalogError('BAD_REQUEST', said);
      if (answer.status < 200 || answer.status >= 300) throw unavailable(said);
      if (!read) throw unavailable(`${said}, but not with a JSON object`);
      return read;
    },
  };
}

const unavailable = (message: string, cause?: unknown) => catalogError('RUNNER_UNAVAILABLE', message, { cause });

/** The known fields of a response; null if it is no JSON object. */
function readAnswer(text: string): RunnerAnswer | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isObject(body)) return null;
  const answer: RunnerAnswer = {};
  for (const name of ['reason', 'version', 'runId', 'ip'] as const) {
    const value = body[name];
    if (typeof value === 'string') answer[name] = value.slice(0, MAX_TEXT);
  }
  return answer;
}
