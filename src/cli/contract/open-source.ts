/** Opens the database that `--source` names, for reading. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  createAddressPolicy,
  openMysqlSource,
  openPostgresSource,
  openSqliteSource,
  type Source,
  type SourceProduct,
  type SourceTls,
} from '../../egress/index.js';
import { SOURCE_READER } from '../../features.js';
import { Failure } from '../fail.js';

export interface OpenedSource {
  product: SourceProduct;
  /** Without the password. */
  name: string;
  source: Source;
}

const ANYWHERE = ['0.0.0.0/0', '::/0'];
const CONNECT_TIMEOUT = 10_000;
const MAX_ROWS = 5000;
const TLS: Readonly<Record<string, SourceTls>> = { disable: 'off', require: 'require', 'verify-full': 'verify' };

/** `given`: `postgres://`, `mysql://`, or a SQLite file. `timeout`: milliseconds for each statement. */
export async function openSource(given: string, timeout: number): Promise<OpenedSource> {
  const limits = { connectTimeout: CONNECT_TIMEOUT, statementTimeout: timeout, maxRows: MAX_ROWS };
  if (!/^[a-z]+:\/\//i.test(given)) {
    const file = resolve(given.replace(/^sqlite:/, ''));
    if (!existsSync(file)) throw new Failure(`there is no file ${file}`);
    const folder = dirname(file);
    const options = {
      file,
      folder,
      dataFolder: join(folder, '.no-data-folder'),
      program: SOURCE_READER,
      limits,
      option: '--source',
    };
    return { product: 'sqlite', name: basename(file), source: await openSqliteSource(options) };
  }
  const url = parseUrl(given);
  const product = productOf(url);
  const tls = TLS[url.searchParams.get('sslmode') ?? url.searchParams.get('tls') ?? 'disable'];
  if (!tls) throw new Failure(`sslmode must be one of ${Object.keys(TLS).join(', ')}`);
  const options = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (product === 'postgres' ? 5432 : 3306),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)),
    tls,
    // The user of the command chose the database, so private addresses are allowed.
    policy: createAddressPolicy(ANYWHERE, '--source'),
    limits,
  };
  const source = await (product === 'postgres' ? openPostgresSource(options) : openMysqlSource(options));
  return { product, name: `${url.protocol}//${url.host}${url.pathname}`, source };
}

function parseUrl(given: string): URL {
  try {
    return new URL(given);
  } catch {
    throw new Failure('--source must be a URL of a database or a SQLite file');
  }
}

function productOf({ protocol }: URL): 'postgres' | 'mysql' {
  if (protocol === 'postgres:' || protocol === 'postgresql:') return 'postgres';
  if (protocol === 'mysql:' || protocol === 'mariadb:') return 'mysql';
  throw new Failure('--source must begin with postgres:// or mysql://, or name a SQLite file');
}
