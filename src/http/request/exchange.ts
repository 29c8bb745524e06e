import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Reply } from '../../catalog/index.js';
import type { Log } from '../../context/index.js';
import { errorReply } from '../reply/error-reply.js';
import { createEventStreams } from '../reply/event-streams.js';
import { type StandingHeaders, writeReply } from '../reply/write-reply.js';
import type { RequestTimes } from '../request-times.js';
import type { Found } from '../routing/route-tree.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set when the route was found. */
    visit: Visit | null;
  }
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

/** Sends answers; counts and logs each. */
export interface Exchange {
  send(request: FastifyRequest, reply: FastifyReply, answer: Reply): void;
  fail(request: FastifyRequest, reply: FastifyReply, error: unknown): void;
  /** Counts and logs an answer that was sent by somebody else. */
  sent(request: FastifyRequest, status: number): void;
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
  const streams = createEventStreams();
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
    sent(request, answer.status);
  };

  const send: Exchange['send'] = (request, reply, answer) => {
    try {
      const { visit } = request;
      const end = streams.begin(answer, visit?.actor?.id ?? visit?.from ?? '');
      const sending = writeReply(reply, answer, request.id, standing);
      if (!sending) return sent(request, answer.status);
      sending.finally(end).then(
        () => sent(request, answer.status),
        (error: unknown) => fail(request, reply, error),
      );
    } catch (error) {
      fail(request, reply, error);
    }
  };

  return { send, fail, sent };
}

/** The query is left out: it can hold what nobody should read in a log. */
function requestFields({ raw, id, visit }: FastifyRequest, status: number, milliseconds: number): object {
  const path = raw.url?.split('?', 1)[0];
  return { requestId: id, method: raw.method, path, status, milliseconds, user: visit?.actor?.name };
}
