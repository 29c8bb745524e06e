import type { IncomingMessage } from 'node:http';

export type RequestIds = (request: IncomingMessage) => string;

/**
 * The id of a request: the caller's `X-Request-Id` if it is a plain word, otherwise a generated one. `seed`
 * distinguishes server runs.
 */
export function createRequestIds(seed: string): RequestIds {
  let count = 0;
  return (request) => {
    const given = request.headers['x-request-id'];
    if (typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given)) return given;
    count += 1;
    return `${seed}-${count.toString(36)}`;
  };
}
