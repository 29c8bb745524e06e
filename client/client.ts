import { ClientError, errorOf } from './client-error.js';
import { fillPath, type Operation, partsOf, queryText, type ShapeOf } from './operation.js';
import { sleep, waitBeforeRetry } from './retry.js';
import type { Page } from './values.js';

export interface ClientOptions {
  /** Where the server is, without `/api`; default: where the page came from. */
  url?: string;
  /** The token of each request; called before each attempt, so it may refresh it. */
  token?: (() => string | null | Promise<string | null>) | string;
  /** How often a failed call is repeated; default: 3. */
  retries?: number;
  fetch?: typeof fetch;
  sleep?: typeof sleep;
  random?: () => number;
  /** Called before a failed call is repeated, with the milliseconds until then. */
  onRetry?: (error: ClientError, milliseconds: number) => void;
  /** Called after a response with 401; if it resolves to true, the call is sent once more. */
  onUnauthorized?: () => Promise<boolean>;
}

type Empty<T> = [keyof T] extends [never] ? true : false;
type Member<Name extends string, T> =
  Empty<T> extends true ? { [K in Name]?: T } : Partial<T> extends T ? { [K in Name]?: T } : { [K in Name]: T };
type BodyMember<T> = [T] extends [undefined] ? { body?: undefined } : undefined extends T ? { body?: T } : { body: T };

export interface CallOptions {
  /** ETag that the entity must still have; 412 otherwise. */
  ifMatch?: string | undefined;
  /** ETag of the value that the caller has; the answer has `changed: false` if it is still current. */
  ifNoneMatch?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  /** How often this call is repeated, instead of the client's setting. */
  retries?: number;
}

/** The input of a call. `params`, `query` and `body` are required if the operation requires them. */
export type Input<O extends Operation> = Member<'params', ShapeOf<O>['params']> &
  Member<'query', ShapeOf<O>['query']> &
  BodyMember<ShapeOf<O>['body']> &
  CallOptions;

type Arguments<O extends Operation> = Partial<Input<O>> extends Input<O> ? [input?: Input<O>] : [input: Input<O>];

export interface Answer<T> {
  value: T;
  status: number;
  etag: string | null;
  /** False after `ifNoneMatch` where nothing changed; `value` is undefined then. */
  changed: boolean;
  headers: Headers;
}

export interface Client {
  /** Resolves to the value in the response. */
  call<O extends Operation>(operation: O, ...input: Arguments<O>): Promise<ShapeOf<O>['answer']>;
  /** Resolves to the value with status, ETag and headers. */
  send<O extends Operation>(operation: O, ...input: Arguments<O>): Promise<Answer<ShapeOf<O>['answer']>>;
  /** Iterates over the items of a list; pages are loaded when they are needed. */
  each<O extends Operation>(operation: O, ...input: Arguments<O>): AsyncGenerator<ItemOf<O>, void, undefined>;
}

type ItemOf<O> = ShapeOf<O>['answer'] extends Page<infer Item> ? Item : never;

/** The input of any operation, for the code behind the typed functions. */
interface AnyInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** A client of a Cairn server, for browsers and Node. */
export function createClient(options: ClientOptions = {}): Client {
  const { url = '', retries = 3, random = Math.random } = options;
  const { fetch: send = (...given) => globalThis.fetch(...given), sleep: wait = sleep } = options;

  async function tokenNow(): Promise<string | null> {
    return typeof options.token === 'function' ? options.token() : (options.token ?? null);
  }

  /** One attempt; rejects with a `ClientError`. */
  async function attempt(operation: Operation, input: AnyInput): Promise<Response> {
    const { method, path, media } = partsOf(operation);
    const address = `${url}/api${fillPath(path, input.params)}${queryText(input.query)}`;
    const headers = headersOf(input, await tokenNow(), media);
    try {
      const request = {
        method,
        headers,
        // A browser would revalidate its own cache by ETag, which does not change with followers, votes and inherited values.
        cache: 'no-store' as const,
        ...(input.body === undefined ? {} : { body: bodyOf(input.body) }),
        ...(input.signal ? { signal: input.signal } : {}),
      };
      const response = await send(address, request);
      if (response.ok || response.status === 304) return response;
      throw await errorOf(response, operation);
    } catch (error) {
      if (error instanceof ClientError || input.signal?.aborted) throw error;
      throw new ClientError('The server cannot be reached', { ...NO_ANSWER, operation, cause: error });
    }
  }

  async function withRetries(operation: Operation, input: AnyInput): Promise<Response> {
    let renewed = false;
    for (let tries = 0; ; tries++)
      try {
        return await attempt(operation, input);
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        if (error.status === 401 && !renewed && (await options.onUnauthorized?.())) {
          renewed = true;
          continue;
        }
        const pause = waitBeforeRetry(error, partsOf(operation).method, tries, random);
        if (pause === null || tries >= (input.retries ?? retries)) throw error;
        options.onRetry?.(error, pause);
        await wait(pause, input.signal);
      }
  }

  async function answer(operation: Operation, input: AnyInput = {}): Promise<Answer<unknown>> {
    const response = await withRetries(operation, input);
    const changed = response.status !== 304;
    const value = changed ? await readValue(response, partsOf(operation).isFile) : undefined;
    return { value, status: response.status, etag: response.headers.get('etag'), changed, headers: response.headers };
  }

  async function* each(operation: Operation, input: AnyInput = {}): AsyncGenerator<unknown, void, undefined> {
    let query = input.query;
    for (;;) {
      const { value } = await answer(operation, { ...input, ...(query ? { query } : {}) });
      const page = value as Page<unknown>; // the type of `each` admits only operations that return pages
      yield* page.data;
      const next = nextPage(page, query);
      if (next === null) return;
      query = { ...input.query, ...next };
    }
  }

  // The implementation handles operations as plain data; the types of `Client` tie input and value to the operation.
  return {
    call: async (operation: Operation, input?: AnyInput) => (await answer(operation, input)).value,
    send: answer,
    each,
  } as Client;
}

const NO_ANSWER = { status: 0, errorType: null, requestId: null, retryAfterSeconds: null, body: undefined };

function headersOf({ ifMatch, ifNoneMatch, headers, body }: AnyInput, token: string | null, media: string): Headers {
  const all = new Headers(headers);
  if (token !== null) all.set('authorization', `Bearer ${token}`);
  if (ifMatch !== undefined) all.set('if-match', ifMatch);
  if (ifNoneMatch !== undefined) all.set('if-none-match', ifNoneMatch);
  if (body !== undefined && !(body instanceof FormData)) all.set('content-type', media);
  // Some operations answer a text to those who do not say what they read.
  if (!all.has('accept')) all.set('accept', 'application/json, */*;q=0.5');
  return all;
}

function bodyOf(body: unknown): string | FormData {
  return typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body);
}

async function readValue(response: Response, isFile: boolean): Promise<unknown> {
  if (response.status === 204) return undefined;
  if (isFile) return response.blob();
  const isJson = /[/+]json\b/.test(response.headers.get('content-type') ?? '');
  const text = await response.text();
  return isJson && text !== '' ? JSON.parse(text) : text;
}

/** Where the next page begins; null after the last. Some lists have cursors, others offsets. */
function nextPage(
  { data, paging }: Page<unknown>,
  query: Record<string, unknown> = {},
): Record<string, unknown> | null {
  if (paging.after !== undefined) return { after: paging.after };
  if (paging.offset === undefined || data.length === 0) return null;
  const offset = Number(query.offset ?? 0) + data.length;
  return offset < paging.total ? { offset } : null;
}
