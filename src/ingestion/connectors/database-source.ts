/** What the connectors of databases have in common: addresses, passwords, certificates, steps that run a statement. */
import { isObject, type JsonObject } from '../../../contract/index.js';
import {
  EgressError,
  type Source,
  type SourceCertificates,
  type SourceRows,
  type StepStatements,
} from '../../egress/index.js';
import type { StepOutcome, TestedSource } from './connector.js';

export function databaseSource(source: Source, statements: StepStatements): TestedSource {
  const runStep = async (statement: StepStatements[string]): Promise<StepOutcome> => {
    const text = typeof statement === 'function' ? statement() : statement;
    return { command: text.replaceAll(/\s+/g, ' '), summary: rowCount(await source.query(text)) };
  };
  const steps = Object.entries(statements).map(([name, statement]) => [name, () => runStep(statement)] as const);
  return { steps: Object.fromEntries(steps), close: () => source.close() };
}

function rowCount({ rows, cut }: SourceRows): string {
  const count = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  return cut ? `more than ${count}` : count;
}

/** Splits `host:port`; IPv6 addresses are in brackets. */
export function readHostPort(config: JsonObject, defaultPort: number): { host: string; port: number } {
  const text = textOf(config.hostPort);
  const [, host, port] = /^(\[[^\]]+\]|[^:/\s]+)(?::(\d{1,5}))?$/.exec(text) ?? [];
  if (host === undefined || Number(port ?? defaultPort) > 65535)
    throw new EgressError('invalid', `hostPort must be a host and a port such as db.example.com:${defaultPort}`);
  return { host, port: Number(port ?? defaultPort) };
}

/** Certificates of `sslConfig`, which are texts in PEM. */
export function readCertificates({ sslConfig }: JsonObject): SourceCertificates {
  if (!isObject(sslConfig)) return {};
  const { caCertificate, sslCertificate, sslKey } = sslConfig;
  return {
    ...(textOf(caCertificate) ? { ca: textOf(caCertificate) } : {}),
    ...(textOf(sslCertificate) ? { cert: textOf(sslCertificate) } : {}),
    ...(textOf(sslKey) ? { key: textOf(sslKey) } : {}),
  };
}

/** The password of `authType`; undefined if it is another way to log in, such as a token of a cloud. */
export function passwordOf({ authType }: JsonObject): string | undefined {
  if (!isObject(authType)) return '';
  return Object.keys(authType).every((name) => name === 'password') ? textOf(authType.password) : undefined;
}

/** Settings that a connector would have to pass on to a driver of another language. */
export function driverSettings(config: JsonObject): string | null {
  const given = ['connectionOptions', 'connectionArguments'].find((name) => {
    const value = config[name];
    return isObject(value) && Object.keys(value).length > 0;
  });
  return given ? `${given} are for the driver of a runner` : null;
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
