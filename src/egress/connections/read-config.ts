/** What the configurations of databases have in common: addresses, passwords, certificates. */
import { isObject, type JsonObject, textOf } from '../../../contract/index.js';
import { EgressError } from '../egress-error.js';
import type { SourceCertificates } from '../sources/source.js';

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

/** Why a server cannot be opened with this configuration, as a clause; null if it can. */
export function serverRefusal(config: JsonObject): string | null {
  if (passwordOf(config) === undefined) return 'authType is not a password';
  return driverSettings(config);
}

/** Settings that would have to be passed on to a driver of another language. */
function driverSettings(config: JsonObject): string | null {
  const given = ['connectionOptions', 'connectionArguments'].find((name) => {
    const value = config[name];
    return isObject(value) && Object.keys(value).length > 0;
  });
  return given ? `${given} are for the driver of a runner` : null;
}
