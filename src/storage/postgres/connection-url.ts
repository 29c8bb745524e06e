// The URL of a database as libpq understands it, and so most tools and hosting services write it; the client library
// knows a part of that.
import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { StoreUnavailable } from '../store-errors.js';

/** A database server and the way to it, as the client library takes them. */
export interface Target {
  address: string;
  /** Folder of the Unix socket. */
  host?: string;
  /** Of several hosts only the one that takes writes is used: what another shows may be old. */
  target_session_attrs?: 'primary';
  /** False: without TLS. `prefer`: with it if the server has it. `require`: with it, whoever the server is. */
  ssl?: false | 'prefer' | 'require' | ConnectionOptions;
}

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
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const SYSTEM = 'system';

/**
 * Parses a URL. Parameters that are not about the connection stay: the server takes them as settings. Throws `StoreUnavailable` for a
 * `sslmode` that does not exist and for a file that cannot be read.
 */
export function parseTarget(url: string): Target {
  const [base = '', query] = url.split('?', 2);
  const params = new URLSearchParams(query);
  const take = (name: string): string | undefined => {
    const value = params.get(name) ?? undefined;
    params.delete(name);
    return value;
  };
  for (const name of IGNORED) params.delete(name);
  const folder = params.get('host')?.startsWith('/') ? take('host') : undefined;
  const mode = take('sslmode');
  take('target_session_attrs'); // none but the primary would do
  const [ca, cert, key] = FILES.map((name) => ({ name, path: take(name) }));
  const passphrase = take('sslpassword');
  const isSystem = ca?.path === SYSTEM;
  const certificates: ConnectionOptions = {
    ...(isSystem ? {} : fileOf('ca', ca)),
    ...fileOf('cert', cert),
    ...fileOf('key', key),
    ...(passphrase === undefined ? {} : { passphrase }),
  };
  const hosts = hostsOf(base);
  const host = hosts.length > 1 ? undefined : hosts[0];
  const ssl = tlsOf(mode ?? (ca?.path || cert?.path ? 'verify-full' : undefined), certificates, host);
  const address = params.size > 0 ? `${base}?${params}` : base;
  if (folder !== undefined) return { address, host: folder }; // nobody listens in between, and the server does not encrypt
  return {
    address,
    ...(hosts.length > 1 ? { target_session_attrs: 'primary' } : {}),
    ...(ssl === undefined ? {} : { ssl }),
  };
}

/** `host`: the only one; of several, the client library names the one that it connects to. */
function tlsOf(mode: string | undefined, certificates: ConnectionOptions, host: string | undefined): Target['ssl'] {
  const checked = { ...certificates, ...(host ? { host } : {}) };
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
      return checked;
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

/** Names of the hosts, without ports. */
function hostsOf(base: string): string[] {
  const hosts = base.replace(/^\w+:\/\/(?:[^@/]*@)?/, '').split('/')[0] ?? '';
  return hosts.split(',').map((host) => host.replace(/:\d*$/, '').replace(/^\[|\]$/g, ''));
}
