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
  /** False: without TLS. `prefer`: with it if the server has it. `require`: with it, without verifying the server. */
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
  'target_session_attrs', // none but the primary would do
  'tcp_user_timeout',
];
const SYSTEM = 'system';

/**
 * Parses a URL. Parameters that are not about the connection are settings of the server. Throws `StoreUnavailable` for what has no meaning and
 * for a file that cannot be read.
 */
export function parseTarget(url: string): Target {
  const [, credentials = '', authority = '', name = '', query = ''] = URL_PARTS.exec(url) ?? [];
  const { host, port, user, password, dbname, connect_timeout, ...others } = Object.fromEntries(
    new URLSearchParams(query),
  );
  const { sslmode, ssl, sslrootcert, sslcert, sslkey, sslpassword, ...settings } = others;
  const [userOfUrl = '', ...passwordOfUrl] = credentials.split(':');
  const account = {
    user: user ?? decoded(userOfUrl),
    password: password ?? decoded(passwordOfUrl.join(':')),
    database: dbname ?? decoded(name),
  };
  const hosts = hostsOf(authority, host, port);
  const tls = { sslmode, ssl, sslrootcert, sslcert, sslkey, sslpassword };
  const timeout = Number(connect_timeout ?? 0);
  return {
    ...addressOf(hosts, tlsOf(tls, hosts.length === 1 ? hosts[0]?.name : undefined)),
    ...Object.fromEntries(Object.entries(account).filter(([, text]) => text !== '')),
    ...(timeout > 0 ? { connect_timeout: timeout } : {}),
    connection: Object.fromEntries(Object.entries(settings).filter(([parameter]) => !IGNORED.includes(parameter))),
  };
}

interface Host {
  name: string;
  port: number;
}

/** Those of the authority, `one:1,two:2`; the parameters `host` and `port` go before it. */
function hostsOf(authority: string, names: string | undefined, ports: string | undefined): Host[] {
  const given = authority === '' ? [] : authority.split(',').map((text) => /^(.*?)(?::(\d*))?$/s.exec(text) ?? []);
  const numbers = ports?.split(',') ?? given.map(([, , port]) => port);
  const portAt = (i: number) => Number(numbers[i] ?? numbers[0]) || PORT;
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

type TlsParameters = Record<
  'sslmode' | 'ssl' | 'sslrootcert' | 'sslcert' | 'sslkey' | 'sslpassword',
  string | undefined
>;

/** `host`: the only one; of several, the client library names the one that it connects to. */
function tlsOf(given: TlsParameters, host: string | undefined): Target['ssl'] {
  const { sslrootcert, sslcert, sslkey, sslpassword } = given;
  const certificates: ConnectionOptions = {
    ...(sslrootcert === SYSTEM ? {} : fileOf('ca', 'sslrootcert', sslrootcert)),
    ...fileOf('cert', 'sslcert', sslcert),
    ...fileOf('key', 'sslkey', sslkey),
    ...(sslpassword === undefined ? {} : { passphrase: sslpassword }),
  };
  const isAsked = given.ssl === 'true' || sslrootcert || sslcert;
  const mode = given.sslmode ?? (isAsked ? 'verify-full' : undefined);
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

function fileOf(option: 'ca' | 'cert' | 'key', parameter: string, path: string | undefined): ConnectionOptions {
  if (!path) return {};
  try {
    return { [option]: readFileSync(path) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreUnavailable(`the database is unavailable: ${parameter} of its URL cannot be read (${reason})`, {
      cause: error,
    });
  }
}
