/**
 * Routes as data. A handler takes a plain request and returns a plain reply. It does not depend on the web framework,
 * so it can run in any thread: reads run in the HTTP thread, writes in the thread that owns the write connection.
 */
import type { ChangeSource } from '../../../contract/index.js';
import { type Context, present } from '../../context/index.js';
import type { Sql, Store } from '../../storage/index.js';
import type { Catalog } from '../catalog.js';
import type { Actor } from '../rights/authorizer.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Request {
  /** Path parameters, URL-decoded. */
  params: Record<string, string>;
  /** Query parameters; the values of a repeated one are joined with commas. */
  query: Record<string, string>;
  /** Raw body text; null without a body. */
  body: string | null;
  /** Media type of the body without parameters, lower case. */
  mediaType: string | null;
  ifMatch: string | null;
  ifNoneMatch: string | null;
  /** IP address of the client, for rate limits and audit. */
  from: string;
  /** The bearer token; null on open routes called without one. */
  bearer: string | null;
  /** Raw headers, keyed by lower-case name. */
  headers: RequestHeaders;
  /** Values of the `Cookie` header, URL-decoded. */
  cookies: Readonly<Record<string, string | undefined>>;
  /** The parts of a `multipart/form-data` body, on routes that declare one. */
  form?: Form;
}

export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A repeated field has its last value. Files are in the order sent. */
export interface Form {
  fields: Record<string, string>;
  files: FormFile[];
}

export interface FormFile {
  /** Name of the field. */
  field: string;
  /** As sent by the client: untrusted, so never use it as a path. */
  filename: string;
  mediaType: string;
  bytes: Uint8Array;
}

/** Plain data, so that the write worker can post it between threads. Stream bodies cannot be posted. */
export interface Reply {
  status: number;
  /** Text or bytes, complete or streamed in chunks; absent for 204 and 304. */
  body?: string | Uint8Array | AsyncIterable<string | Uint8Array>;
  headers?: Record<string, string>;
  /** Defaults to `application/json`. */
  mediaType?: string;
  cookies?: readonly SetCookie[];
  /** Number of items of a list that were refused with 403, for the audit log. */
  refusedItems?: number;
}

/** By default HttpOnly, for every path, and not sent across sites. */
export interface SetCookie {
  name: string;
  /** URL-encoded when sent. */
  value: string;
  path?: string;
  domain?: string;
  /** Seconds; 0 removes the cookie. Absent: a session cookie. */
  maxAge?: number;
  httpOnly?: boolean;
  secure?: boolean;
  sameSite?: 'strict' | 'lax' | 'none';
}

/** What a handler can use during one request. */
export interface Scope {
  catalog: Catalog;
  context: Context;
  actor: Actor;
  /** The snapshot of a read, or the transaction of a write. */
  sql: Sql;
  /** Where the changes of a write come from, if not from the actor's own hand (a bot's: from what it ingests). */
  source?: ChangeSource;
  /** Opens a new snapshot, for replies that read after the handler has returned (streamed lists). */
  reopen: Store['read'];
  /**
   * Adds a cache invalidation that is sent to all readers after the commit (rows of a type were added or removed,
   * someone's rights changed). Ignored on reads.
   */
  invalidate(invalidation: Invalidation): void;
}

/** A cache invalidation, sent to every reader after a commit. */
export type Invalidation =
  | { kind: 'rows'; type: string }
  | { kind: 'access' }
  | { kind: 'setting'; name: string }
  /** Notifies the subscribers of the channel, on all servers. */
  | { kind: 'wake'; channel: string }
  | { kind: 'deletion'; rootId: string };

interface RouteBase {
  method: Method;
  /** Path below `/api`, with `{name}` parameters: `/v1/tables/{id}`. */
  path: string;
  /** No token required. */
  open?: boolean;
  /** Exempt from the rate limit: for health checks and monitoring. */
  unmetered?: boolean;
  /** Body limit in bytes, if lower than the server's. A larger body is 413. */
  bodyLimit?: number;
  /** The body is a document that can take long to read. A thread reads it; the handler gets JSON, whatever was sent. */
  document?: RouteDocument;
  docs: RouteDocs;
}

export interface RouteDocument {
  /** `odcs`: one of the Open Data Contract Standard, which is also checked and brought into the form of the standard. */
  as: 'yaml' | 'odcs';
  /** Throws 403 if the caller cannot have the right to the operation, so that nothing is read in vain. */
  authorize(scope: Pick<Scope, 'catalog' | 'actor'>): void;
}

/** Runs in one snapshot (`read`) or one transaction (`write`) of the database. */
export interface DataRoute extends RouteBase {
  kind: 'read' | 'write';
  /** A slow read: it must not delay others. */
  long?: boolean;
  handle(request: Request, scope: Scope): Promise<Reply>;
}

/**
 * Runs in the HTTP thread, outside any transaction, for work that waits for more than the database (hashing a password,
 * calling another server). It writes through commands.
 */
export interface ActionRoute extends RouteBase {
  kind: 'action';
  /** Its reads are slow: they must not delay others. */
  long?: boolean;
  handle(request: Request, scope: ActionScope): Promise<Reply>;
}

/**
 * Runs where writes run and opens its own transactions: for bulk work that must not hold the write connection
 * throughout.
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
  /** Runs one slice atomically; durable when it resolves. Other writes run between slices. */
  transaction<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
}

export interface ActionScope {
  catalog: Catalog;
  context: Context;
  /** null on open routes called without a token. */
  actor: Actor | null;
  read: Store['read'];
  /** Fails with 401 once the token is no longer valid, for streamed responses. Cheap while nobody's rights change. */
  confirm(): Promise<void>;
  /** Runs a read with the rights that the caller has by now; 401 as `confirm`. */
  readAs<T>(work: (scope: Scope) => Promise<T>): Promise<T>;
  /** Runs a registered command in a write transaction and returns its result once durable. */
  command(name: string, data: unknown): Promise<unknown>;
}

/** A named write that actions and jobs call. Data and result are plain JSON values; each command documents its data. */
export interface Command {
  name: string;
  run(data: unknown, scope: Scope): Promise<unknown>;
}

/** The actor of commands and jobs that no user requested. */
export const systemActor: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  name: 'system',
  isAdmin: true,
  isBot: true,
};

export interface RouteDocs {
  /** Unique. `snake_case` is converted to camel case. */
  operationId: string;
  summary: string;
  /** What the summary does not say, in complete sentences. */
  description?: string;
  /** OpenAPI tag, or the name of a type, which stands for the tag of its routes. */
  tag: string;
  query?: readonly ParameterDocs[];
  /** Request headers beyond those of conditional requests. */
  headers?: readonly ParameterDocs[];
  /** Path parameters whose names do not explain them; a schema for those that are not texts, or for an `id` that is not a UUID. */
  params?: Record<string, string | Omit<ParameterDocs, 'name' | 'required'>>;
  /** `media`: the media types that it accepts; default JSON. */
  body?: { schema: SchemaDocs; media?: string | readonly string[]; required?: boolean };
  /**
   * Success responses by status. Error responses are added from the error table. `text`: the media type of the text that a
   * client gets instead unless it asks for JSON.
   */
  answers: Record<number, { description: string; schema?: SchemaDocs; media?: string; text?: string }>;
  /** Error statuses that this route can return in addition to 400, 401, 403, 429 and 500. */
  errors?: readonly number[];
  deprecated?: boolean;
}

/** A contract key, a list or page of one, or an inline JSON Schema. */
export type SchemaDocs = string | { arrayOf: string } | { pageOf: string } | { inline: object };

export interface ParameterDocs {
  name: string;
  description: string;
  schema: object;
  required?: boolean;
}

/** A JSON reply. `json<JwtAuth>(…)` type-checks the value against the contract's type of the response. */
export function json<T = unknown>(status: number, value: T, headers?: Record<string, string>): Reply {
  return headers ? { status, body: JSON.stringify(value), headers } : { status, body: JSON.stringify(value) };
}

/** A reply whose body is already JSON text. */
export function jsonText(status: number, body: string, headers?: Record<string, string>): Reply {
  return headers ? { status, body, headers } : { status, body };
}

/** A redirect; by default 303 (temporary, followed with GET). Characters that a header cannot carry are URL-encoded. */
export function redirect(location: string, status: 301 | 302 | 303 | 307 | 308 = 303): Reply {
  return { status, headers: { location: location.replace(/[^\x21-\x7e]/gu, encodeURIComponent) } };
}

/** A path parameter. Throws if the route's path does not declare it. */
export const parameter = ({ params }: Pick<Request, 'params'>, name: string): string =>
  present(params[name], `path parameter ${name}`);
