// The URL of a database as libpq understands it, and so most tools and hosting services write it; the client library
// knows a part of that.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StoreUnavailable } from '../store-errors.js';

/** A database server and the way to it, as the client library takes them. What is missing it takes from the environment (`PGHOST`, ...). */
export interface Target {
  /** Names or addresses in turn; or the folder of the Unix socket. */
  host?: string[] | string;
  port?: number[] | number;
  user?: string;
  password?: string;
  database?: string;
  /** Seconds. */
  connect_timeout?: number;
  /** Of several hosts only the one that takes writes is used: what another shows may be old. */
  target_session_attrs?: 'primary';
  /** False: without TLS. `prefer`: with it if the server has it. `require`: with it, whoever the server is. */
  ssl?: false | 'prefer' | 'require' | ConnectionOptions;
  /** Settings of the server. */
  connection: Record<string, string>;
}

const PORT = 5432;
/** User and password, hosts, database, and parameters. */
const URL_PARTS = /^\w+:\/\/(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s;
/** Parameters that only say how libpq itself works, or that have no meaning over the connections of this program. */
const IGNORED = [
  'channel_binding',
  'gssencmode',
  'keepalives',
  'keepalives_count',
  'keepalives_idle',
  'keepalives_interval',
  'krbsrvname',
  'sslcompression',
  'sslsni',
  'tcp_user_timeout',
];
const SYSTEM = 'system';

/**
 * Parses a URL. Parameters that are not about the connection are settings of the server. Throws `StoreUnavailable` for what has no meaning and
 * for a file that cannot be read.
 */
export function parseTarget(url: string): Target {
  const [, credentials = '', authority = '', name = '', query = ''] = URL_PARTS.exec(url) ?? [];
  const params = new URLSearchParams(query);
  const take = (parameter: string): string | undefined => {
    const value = params.get(parameter) ?? undefined;
    params.delete(parameter);
    return value;
  };
  for (const parameter of IGNORED) params.delete(parameter);
  take('target_session_attrs'); // none but the primary would do
  const hosts = hostsOf(authority, take('host'), take('port'));
  const [user = '', ...password] = credentials.split(':');
  const account = { user: decoded(user), password: decoded(password.join(':')) };
  const texts = {
    ...Object.fromEntries(Object.entries(account).map(([parameter, text]) => [parameter, take(parameter) ?? text])),
    database: take('dbname') ?? decoded(name),
  };
  const timeout = Number(take('connect_timeout') ?? 0);
  const ssl = tlsOf(take, hosts.length === 1 ? hosts[0]?.name : undefined);
  return {
    ...addressOf(hosts, ssl),
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')),
    ...(timeout > 0 ? { connect_timeout: timeout } : {}),
    connection: Object.fromEntries(params),
  };
}

interface Host {
  name: string;
  port: number;
}

/** Those of the authority, `one:1,two:2`; the parameters `host` and `port` go before it. */
function hostsOf(authority: string, names: string | undefined, ports: string | undefined): Host[] {
  const given = authority === '' ? [] : authority.split(',').map((text) => /^(.*?)(?::(\d*))?$/s.exec(text) ?? []);
  const portsOfParameter = ports?.split(',') ?? [];
  const portAt = (i: number) =>
    Number(portsOfParameter[i] ?? portsOfParameter[0] ?? given[i]?.[2] ?? given[0]?.[2] ?? PORT) || PORT;
  const list = names?.split(',') ?? given.map(([, name = '']) => decoded(name).replace(/^\[|\]$/g, ''));
  return list.filter((name) => name !== '').map((name, i) => ({ name, port: portAt(i) }));
}

function addressOf(hosts: readonly Host[], ssl: Target['ssl']): Partial<Target> {
  const [first] = hosts;
  if (!first) return ssl === undefined ? {} : { ssl };
  // Nobody listens in between, and the server does not encrypt there.
  if (first.name.startsWith('/')) return { host: first.name, port: first.port };
  return {
    host: hosts.map(({ name }) => name),
    port: hosts.map(({ port }) => port),
    ...(hosts.length > 1 ? { target_session_attrs: 'primary' } : {}),
    ...(ssl === undefined ? {} : { ssl }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StoreUnavailable(
      'the database is unavailable: its URL has a % that is not followed by two digits; write %25',
    );
  }
}

/** `host`: the only one; of several, the client library names the one that it connects to. */
function tlsOf(take: (parameter: string) => string | undefined, host: string | undefined): Target['ssl'] {
  const [given, asked] = [take('sslmode'), take('ssl')];
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => ({ name, path: take(name) }));
  const passphrase = take('sslpassword');
  const certificates: ConnectionOptions = {
    ...(ca?.path === SYSTEM ? {} : fileOf('ca', ca)),
    ...fileOf('cert', cert),
    ...fileOf('key', key),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  const mode = given ?? (asked === 'true' || ca?.path || cert?.path ? 'verify-full' : undefined);
  const unnamed = { ...certificates, checkServerIdentity: () => undefined };
  switch (mode) {
    case undefined:
      return undefined;
    case 'disable':
      return false;
    case 'allow':
    case 'prefer':
      return 'prefer';
    case 'require':
      // As in libpq, who names a certificate wants it checked.
      if (certificates.ca) return unnamed;
      return certificates.cert ? { ...certificates, rejectUnauthorized: false } : 'require';
    case 'verify-ca':
      return unnamed;
    case 'verify-full':
      return { ...certificates, ...(host ? { host } : {}) };
    default:
      throw new StoreUnavailable(
        `the database is unavailable: its URL has sslmode=${mode}; use disable, allow, prefer, require, verify-ca or verify-full`,
      );
  }
}

interface GivenFile {
  name: string;
  path: string | undefined;
}

function fileOf(option: 'ca' | 'cert' | 'key', given: GivenFile | undefined): ConnectionOptions {
  if (!given?.path) return {};
  try {
    return { [option]: readFileSync(given.path) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreUnavailable(`the database is unavailable: ${given.name} of its URL cannot be read (${reason})`, {
      cause: error,
    });
  }
}
