import type { FastifyReply, FastifyRequest } from 'fastify';
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

/** What is known of a request beside its text. */
export interface Visit {
  started: number;
  found: Found;
  /** The token as sent; null without one. */
  bearer: string | null;
  /** null: nobody, on an open route. */
  actor: Actor | null;
}

/** Sends answers past the framework, which has nothing to add to them; counts and logs each. */
export interface Exchange {
  send(request: FastifyRequest, reply: FastifyReply, answer: Reply): Promise<void>;
  fail(request: FastifyRequest, reply: FastifyReply, error: unknown): Promise<void>;
}

export interface ExchangeDeps {
  standing: StandingHeaders;
  times: RequestTimes;
  log: Log;
  logRequests: boolean;
}

export function createExchange({ standing, times, log, logRequests }: ExchangeDeps): Exchange {
  const done = (request: FastifyRequest, status: number) => {
    const { visit } = request;
    const milliseconds = visit ? performance.now() - visit.started : 0;
    times.observe(visit?.found.mounted.key ?? 'none', status, milliseconds);
    if (logRequests) log.info(requestFields(request, status, milliseconds), 'request');
  };

  const fail: Exchange['fail'] = async (request, reply, error) => {
    const answer = errorReply(error, request.id, log);
    if (reply.raw.headersSent) reply.raw.destroy();
    else await writeReply(reply.raw, answer, request.id, standing);
    done(request, answer.status);
  };

  const send: Exchange['send'] = async (request, reply, answer) => {
    try {
      const sending = writeReply(reply.raw, answer, request.id, standing);
      if (sending) await sending;
      done(request, answer.status);
    } catch (error) {
      await fail(request, reply, error);
    }
  };

  return { send, fail };
}

/** The query is left out: it can hold what nobody should read in a log. */
function requestFields(request: FastifyRequest, status: number, milliseconds: number): object {
  const path = request.raw.url?.split('?', 1)[0];
  const user = request.visit?.actor?.name;
  return { requestId: request.id, method: request.method, path, status, milliseconds, user };
}
