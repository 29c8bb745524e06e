import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor, Reply } from '../catalog/index.js';
import type { Log } from '../context/index.js';
import { errorReply } from './error-reply.js';
import type { RequestTimes } from './request-times.js';
import type { Found } from './route-tree.js';
import { type StandingHeaders, writeReply } from './write-reply.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the route was found. */
    visit: Visit | null;
  }
}

/** A request as it came, from the framework or past it. */
export interface Arrived {
  readonly raw: IncomingMessage;
  readonly id: string;
  /** Text of the body, where one was read. */
  readonly body: unknown;
  visit: Visit | null;
}

/** What is known of a request beside its text. */
export interface Visit {
  started: number;
  found: Found;
  /** The token as sent; null without one. */
  bearer: string | null;
  /** Address of the peer. */
  from: string;
  /** null: nobody, on an open route. */
  actor: Actor | null;
}

/** Sends answers past the framework, which has nothing to add to them; counts and logs each. */
export interface Exchange {
  send(request: Arrived, response: ServerResponse, answer: Reply): void;
  fail(request: Arrived, response: ServerResponse, error: unknown): void;
}

export interface ExchangeDeps {
  standing: StandingHeaders;
  times: RequestTimes;
  log: Log;
  /** Largest body, for the answer to a larger one. Bytes. */
  bodyLimit: number;
  logRequests: boolean;
}

export function createExchange({ standing, times, log, bodyLimit, logRequests }: ExchangeDeps): Exchange {
  const done = (request: Arrived, status: number) => {
    const { visit } = request;
    const milliseconds = visit ? performance.now() - visit.started : 0;
    times.observe(visit?.found.mounted.key ?? 'none', status, milliseconds);
    if (logRequests) log.info(requestFields(request, status, milliseconds), 'request');
  };

  const fail: Exchange['fail'] = (request, response, error) => {
    const answer = errorReply(error, request.id, { log, bodyLimit });
    if (response.headersSent) response.destroy();
    else void writeReply(response, answer, request.id, standing);
    done(request, answer.status);
  };

  const send: Exchange['send'] = (request, response, answer) => {
    try {
      const sending = writeReply(response, answer, request.id, standing);
      if (!sending) return done(request, answer.status);
      sending.then(
        () => done(request, answer.status),
        (error: unknown) => fail(request, response, error),
      );
    } catch (error) {
      fail(request, response, error);
    }
  };

  return { send, fail };
}

/** The query is left out: it can hold what nobody should read in a log. */
function requestFields({ raw, id, visit }: Arrived, status: number, milliseconds: number): object {
  const path = raw.url?.split('?', 1)[0];
  return { requestId: id, method: raw.method, path, status, milliseconds, user: visit?.actor?.name };
}
