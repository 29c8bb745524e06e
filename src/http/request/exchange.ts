import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Reply } from '../../catalog/index.js';
import type { Log } from '../../context/index.js';
import { errorReply } from '../reply/error-reply.js';
import type { EventStreams } from '../reply/event-streams.js';
import { type StandingHeaders, writeReply } from '../reply/write-reply.js';
import type { RequestTimes } from '../request-times.js';
import type { Found } from '../routing/route-tree.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the route is found. */
    visit: Visit | null;
  }
}

/** Context of a request. */
export interface Visit {
  started: number;
  found: Found;
  /** The token as sent; null without one. */
  bearer: string | null;
  /** Client address. */
  from: string;
  /** null for an anonymous request on an open route. */
  actor: Actor | null;
}

/** Sends responses, counts and logs them. */
export interface Exchange {
  send(request: FastifyRequest, reply: FastifyReply, answer: Reply): void;
  fail(request: FastifyRequest, reply: FastifyReply, error: unknown): void;
  /** Counts and logs a response that was sent elsewhere. */
  sent(request: FastifyRequest, status: number): void;
}

export interface ExchangeDeps {
  standing: StandingHeaders;
  streams: EventStreams;
  times: RequestTimes;
  log: Log;
  /** Maximum body size in bytes, for the error message. */
  bodyLimit: number;
  logRequests: boolean;
  /** Called for requests that end with 403, and for those with refused items; `count` is their number. */
  refused?(request: FastifyRequest, visit: Visit, count: number): void;
}

export function createExchange(deps: ExchangeDeps): Exchange {
  const { standing, streams, times, log, bodyLimit, logRequests, refused } = deps;
  const sent: Exchange['sent'] = (request, status) => {
    const { visit } = request;
    const milliseconds = visit ? performance.now() - visit.started : 0;
    times.observe(visit?.found.mounted.key ?? 'none', status, milliseconds);
    if (logRequests) log.info(requestFields(request, status, milliseconds), 'request');
  };

  const fail: Exchange['fail'] = (request, reply, error) => {
    const answer = errorReply(error, request.id, { log, bodyLimit });
    if (reply.raw.headersSent) reply.raw.destroy();
    else void writeReply(reply, answer, request.id, standing);
    if (answer.status === 403 && request.visit) refused?.(request, request.visit, 1);
    sent(request, answer.status);
  };

  const send: Exchange['send'] = (request, reply, answer) => {
    try {
      const { visit } = request;
      if (answer.refusedItems && visit) refused?.(request, visit, answer.refusedItems);
      const stream = streams.begin(answer, visit?.actor?.id ?? visit?.from ?? '');
      const sending = writeReply(reply, answer, request.id, standing, stream);
      if (!sending) return sent(request, answer.status);
      sending
        .finally(() => stream?.close())
        .then(
          () => sent(request, answer.status),
          (error: unknown) => fail(request, reply, error),
        );
    } catch (error) {
      fail(request, reply, error);
    }
  };

  return { send, fail, sent };
}

/** Omits the query, which may contain sensitive data. */
function requestFields({ raw, id, visit }: FastifyRequest, status: number, milliseconds: number): object {
  const path = raw.url?.split('?', 1)[0];
  return { requestId: id, method: raw.method, path, status, milliseconds, user: visit?.actor?.name };
}
