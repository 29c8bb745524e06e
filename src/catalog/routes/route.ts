/**
 * Routes as data. A handler takes a plain request and returns a plain reply; it knows no web framework,
 * so it runs where its work belongs: reads beside the socket, writes beside the write connection.
 */
import { type Context, present } from '../../context/index.js';
import type { Sql, Store } from '../../storage/index.js';
import type { Catalog } from '../catalog.js';
import type { Actor } from '../rights/authorizer.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Request {
  /** Path parameters, URL-decoded. */
  params: Record<string, string>;
  /** Query parameters; a repeated one is joined with commas. */
  query: Record<string, string>;
  /** Body text as sent; null without a body. */
  body: string | null;
  /** Media type of the body without parameters, lower case. */
  mediaType: string | null;
  ifMatch: string | null;
  ifNoneMatch: string | null;
  /** Address of the peer, for limits and audit. */
  from: string;
  /** The bearer token as sent; null on open routes called without one. */
  bearer: string | null;
  /** Headers as sent, by their names in lower case. */
  headers: RequestHeaders;
  /** Values of the `Cookie` header, URL-decoded. */
  cookies: Readonly<Record<string, string | undefined>>;
  /** The parts of a `multipart/form-data` body, on routes that declare one. */
  form?: Form;
}

export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A repeated field keeps its last value; files keep their order. */
export interface Form {
  fields: Record<string, string>;
  files: FormFile[];
}

export interface FormFile {
  /** Name of the field. */
  field: string;
  /** As the client calls it; never a path to be used as it is. */
  filename: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** Plain data, so that it can also come from the write worker; only a stream cannot. */
export interface Reply {
  status: number;
  /** Text (JSON by default) or bytes, whole or as a stream of pieces; absent for 204 and 304. */
  body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  headers?: Record<string, string>;
  /** Defaults to `application/json`. */
  mediaType?: string;
  cookies?: readonly SetCookie[];
}

/** Kept from scripts, sent to every path and not across sites, unless it says otherwise. */
export interface SetCookie {
  name: string;
  /** URL-encoded when sent. */
  value: string;
  path?: string;
  domain?: string;
  /** Seconds; 0 removes the cookie. Without it the cookie ends with the browser's session. */
  maxAge?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: 'strict' | 'lax' | 'none';
}

/** What a handler works with for the time of one request. */
export interface Scope {
  catalog: Catalog;
  context: Context;
  actor: Actor;
  /** Snapshot of a read, transaction of a write. */
  sql: Sql;
  /** For replies that go on reading after the handler returned (streamed lists). */
  reopen: Store['read'];
  /**
   * Collects what other rooms must know after the commit (types whose rows came or went, people whose
   * rights changed). Ignored on reads.
   */
  mark(mark: Mark): void;
}

/** Sent to every reader after a commit. */
export type Mark =
  | { kind: 'rows'; type: string }
  | { kind: 'access' }
  | { kind: 'setting'; name: string }
  /** Wakes what subscribes to the channel, on all servers. */
  | { kind: 'wake'; channel: string }
  | { kind: 'deletion'; rootId: string };

interface RouteBase {
  method: Method;
  /** With `{name}` parameters, below `/api`: `/v1/tables/{id}`. */
  path: string;
  /** Answers without a token. */
  open?: boolean;
  /** Not counted in the rate of a caller: for what watches the process. */
  unmetered?: boolean;
  /** Largest body, where that is less than the server takes; more is 413. Bytes. */
  bodyLimit?: number;
  docs: RouteDocs;
}

/** Runs in one snapshot (`read`) or one transaction (`write`) of the database. */
export interface DataRoute extends RouteBase {
  kind: 'read' | 'write';
  /** A read that may take long: others need not wait for it. */
  long?: boolean;
  handle(request: Request, scope: Scope): Promise<Reply>;
}

/**
 * Runs beside the socket, outside any transaction, for work that waits on more than the database
 * (hashing a password, asking another server). It writes through commands.
 */
export interface ActionRoute extends RouteBase {
  kind: 'action';
  /** Its reads may take long: others need not wait for them. */
  long?: boolean;
  handle(request: Request, scope: ActionScope): Promise<Reply>;
}

/**
 * Runs where writes run, in as many transactions as it opens: for bulk work that must not hold the write connection
 * from its first item to its last.
 */
export interface SlicedRoute extends RouteBase {
  kind: 'sliced';
  handle(request: Request, scope: SlicedScope): Promise<Reply>;
}

export type Route = DataRoute | ActionRoute | SlicedRoute;

export interface SlicedScope {
  catalog: Catalog;
  context: Context;
  actor: Actor;
  /** One slice: kept whole or not at all, durable when it resolves. Other writes run between slices. */
  transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
}

export interface ActionScope {
  catalog: Catalog;
  context: Context;
  /** null on open routes called without a token. */
  actor: Actor | null;
  read: Store['read'];
  /** Runs a registered command in a write transaction and returns its result once durable. */
  command(name: string, data: unknown): Promise<unknown>;
}

/** A named piece of writing that actions and jobs call; data and result are plain JSON values. A command says what data it takes. */
export interface Command {
  name: string;
  run(data: unknown, scope: Scope): Promise<unknown>;
}

/** The writer's own actor, for commands and jobs that no person asked for. */
export const systemActor: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'system',
  isAdmin: true,
  isBot: true,
};

export interface RouteDocs {
  /** Unique. Words joined by `_` are written in camel case. */
  operationId: string;
  summary: string;
  /** What it does beyond the summary, in whole sentences. */
  description?: string;
  /** Group in the OpenAPI page: its name, or a type, which stands for the group of its routes. */
  tag: string;
  query?: readonly ParameterDocs[];
  /** What the path parameters are, where the name does not say it. */
  params?: Record<string, string>;
  body?: { schema: SchemaDocs; media?: string; required?: boolean };
  /** Success answers by status; error answers are added from the error table. */
  answers: Record<number, { description: string; schema?: SchemaDocs; media?: string }>;
  /** Statuses of the error table that this route can answer beyond 400, 401, 403, 429 and 500. */
  errors?: readonly number[];
  deprecated?: boolean;
}

/** A contract key, a list of one, or a JSON Schema written inline. */
export type SchemaDocs = string | { arrayOf: string } | { pageOf: string } | { inline: object };

export interface ParameterDocs {
  name: string;
  description: string;
  schema: object;
  required?: boolean;
}

/** A reply with a JSON value; `json<JwtAuth>(…)` checks it against the type that the contract gives to the answer's schema. */
export function json<T = unknown>(status: number, value: T, headers?: Record<string, string>): Reply {
  return headers ? { status, body: JSON.stringify(value), headers } : { status, body: JSON.stringify(value) };
}

/** A reply with text that already is JSON. */
export function jsonText(status: number, body: string, headers?: Record<string, string>): Reply {
  return headers ? { status, body, headers } : { status, body };
}

/** Sends the client elsewhere: by default with GET, and only this time (303). */
export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 303): Reply {
  return { status, headers: { location: location.replace(/[^\x21-\x7e]/gu, encodeURIComponent) } };
}

/** A parameter that the path of the route declares. */
export const parameter = ({ params }: Pick<Request, 'params'>, name: string): string =>
  present(params[name], `path parameter ${name}`);
