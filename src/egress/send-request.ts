import type { Agent } from 'undici';
import { abortAfter } from './abort-after.js';
import type { AddressPolicy } from './address-policy.js';
import { asEgressError, EgressError } from './egress-error.js';

export interface EgressRequest {
  /** `http:` or `https:`, without a user or password. */
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
  /** Milliseconds to connect. */
  connectTimeout: number;
  /** Milliseconds for the whole response, counted from when the request is sent. */
  readTimeout: number;
  /** Maximum size of the response body, if smaller than that of all requests. */
  maxBytes?: number;
  /** Aborting it closes the connection. */
  signal?: AbortSignal;
}

export interface EgressAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** At most `maxBytes` of the response body. */
  body: Uint8Array;
  /** Whether the response body was longer than `body`. */
  cut: boolean;
}

/** Sends HTTP requests to addresses that the operator allows. */
export interface HttpEgress {
  /** Follows no redirects. Resolves for every response, whatever its status; rejects with an `EgressError`. */
  send(request: EgressRequest): Promise<EgressAnswer>;
  close(): Promise<void>;
}

export interface HttpEgressOptions {
  policy: AddressPolicy;
  /** Maximum size of a response body; the connection is closed after that many bytes. */
  maxBytes: number;
}

type Client = typeof import('undici').default;

/**
 * Loaded by the first request: most servers send none, and it is a tenth of the time and memory of a start. A package of
 * the older kind has no other export than `default` when it is loaded from a bundle.
 */
const loadClient = async (): Promise<Client> => (await import('undici')).default;

const MAX_HEADERS = 64 * 1024;
const KEEP_ALIVE = 10_000;

export function createHttpEgress({ policy, maxBytes }: HttpEgressOptions): HttpEgress {
  const agents = new Map<number, Agent>();
  const agentFor = (client: Client, connectTimeout: number) => {
    const agent = agents.get(connectTimeout) ?? openAgent(client, policy, connectTimeout);
    agents.set(connectTimeout, agent);
    return agent;
  };
  return {
    async send({ url, method, headers = {}, body, connectTimeout, readTimeout, signal, ...limit }) {
      const { host } = parseTarget(url);
      const client = await loadClient();
      const abort = abortAfter(connectTimeout + readTimeout, signal);
      try {
        const answer = await client.request(url, {
          dispatcher: agentFor(client, connectTimeout),
          method,
          headers,
          body: body ?? null,
          signal: abort.signal,
          headersTimeout: readTimeout,
          bodyTimeout: readTimeout,
        });
        const read = await readBody(answer.body, Math.min(maxBytes, limit.maxBytes ?? maxBytes));
        return { status: answer.statusCode, headers: answer.headers, ...read };
      } catch (error) {
        throw asEgressError(error, host);
      } finally {
        abort.end();
      }
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** Parses the URL of a request. Throws an `EgressError` that names the problem if it may not be used. */
export function parseTarget(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || !['http:', 'https:'].includes(target.protocol))
    throw new EgressError('invalid', 'the address must be a URL that begins with http:// or https://');
  if (target.username || target.password)
    throw new EgressError('invalid', `the address of ${target.host} must not contain a user or a password`);
  return target;
}

// Needs its own connector, because `lookup` is not called for literal IP addresses.
function openAgent({ Agent, buildConnector }: Client, policy: AddressPolicy, timeout: number): Agent {
  const connector = buildConnector({ timeout, lookup: policy.lookup });
  return new Agent({
    connect(options, done) {
      try {
        policy.check(options.hostname);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), null);
        return;
      }
      connector(options, done);
    },
    maxHeaderSize: MAX_HEADERS,
    keepAliveTimeout: KEEP_ALIVE,
    pipelining: 1,
  });
}

async function readBody(
  body: AsyncIterable<Uint8Array> & { destroy(): void },
  maxBytes: number,
): Promise<{ body: Uint8Array; cut: boolean }> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size <= maxBytes) continue;
    body.destroy();
    return { body: Buffer.concat(pieces).subarray(0, maxBytes), cut: true };
  }
  return { body: Buffer.concat(pieces), cut: false };
}
