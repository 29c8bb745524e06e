/** The mail server and the sender: from the options, else from the e-mail settings. */
import { catalogError, isObject, parseObject } from '../../contract/index.js';
import type { Sealer } from '../catalog/index.js';
import { isMailAddress, type MailAddress, type MailServer } from '../egress/index.js';
import type { SettingKind, SettingValue } from '../feature/index.js';
import { getSetting, getSettingValue, type Sql } from '../storage/index.js';

export interface MailOptions {
  /** `smtp://user:password@host:port`, or `smtps://…` for TLS from the first byte; empty: see the settings. */
  smtpUrl: string;
  /** Default sender address; empty: that of the settings. */
  mailSender: string;
}

export interface MailSettings {
  server: MailServer;
  /** Whether the mail server is that of the options, which the operator has chosen. */
  isOperators: boolean;
  from: MailAddress;
  /** Name of the product, as mail says it. */
  product: string;
  supportUrl: string;
}

export const SETTING = 'emailConfiguration';
export const PRODUCT = 'Cairn';
const SCHEMA = 'email/smtpSettings';
const PORTS = { tls: 465, starttls: 587, optional: 25 };

/** Declares the e-mail settings. The password is sealed when stored and masked in responses. */
export const mailSettingKind: SettingKind = {
  schema: SCHEMA,
  initial: ({ contract }) =>
    contract.withDefaults(SCHEMA, { emailingEntity: PRODUCT, supportUrl: '', enableSmtpServer: false }),
  secrets: ['password'],
  check: checkSettings,
};

function checkSettings({ senderMail, serverEndpoint, serverPort, emailingEntity }: SettingValue): void {
  const refuse = (message: string) => {
    throw catalogError('BAD_REQUEST', message);
  };
  if (typeof senderMail === 'string' && senderMail !== '' && !isMailAddress(senderMail))
    refuse('senderMail must be a mail address such as cairn@example.com');
  if (typeof serverEndpoint === 'string' && !/^[^\s/@?#]*$/.test(serverEndpoint))
    refuse('serverEndpoint must be a host name or an IP address');
  if (typeof serverPort === 'number' && (serverPort < 1 || serverPort > 65_535))
    refuse('serverPort must be between 1 and 65535');
  if (typeof emailingEntity === 'string' && /[\p{Cc}]/u.test(emailingEntity))
    refuse('emailingEntity must be one line without control characters');
}

/** null: mail is not configured. Reads the database each time, so a change applies to the next mail of every server. */
export async function readMailSettings(
  sql: Sql,
  { smtpUrl, mailSender }: MailOptions,
  sealer: Sealer,
): Promise<MailSettings | null> {
  const row = await getSetting(sql, SETTING);
  const { value = {}, secrets = {} } = row ? parseObject<Stored>(row.doc) : {};
  const product = textOf(value.emailingEntity) || PRODUCT;
  const address = textOf(value.senderMail) || mailSender;
  const server = smtpUrl === '' ? storedServer(value, secrets, sealer) : parseServer(smtpUrl);
  if (server === null || address === '') return null;
  const from = { name: product, address };
  return { server, isOperators: smtpUrl !== '', from, product, supportUrl: textOf(value.supportUrl) };
}

/** How mail and messages call the product. */
export async function productName(sql: Sql): Promise<string> {
  return textOf((await getSettingValue<SettingValue>(sql, SETTING))?.emailingEntity) || PRODUCT;
}

/** As `system/settings` stores it: the value with masked secrets, and these, sealed. */
interface Stored {
  value?: SettingValue;
  secrets?: Record<string, string>;
}

function storedServer(value: SettingValue, secrets: Record<string, string>, sealer: Sealer): MailServer | null {
  const host = textOf(value.serverEndpoint);
  if (value.enableSmtpServer !== true || host === '') return null;
  const security = { SMTPS: 'tls', SMTP_TLS: 'starttls' }[textOf(value.transportationStrategy)] ?? 'optional';
  const port = typeof value.serverPort === 'number' ? value.serverPort : null;
  const sealed = isObject(secrets) ? secrets.password : undefined;
  const user = textOf(value.username);
  return serverOf({ host, port, security, user, password: sealed === undefined ? '' : sealer.open(sealed) });
}

function parseServer(smtpUrl: string): MailServer {
  const url = new URL(smtpUrl);
  const security =
    url.protocol === 'smtps:' ? 'tls' : url.searchParams.get('tls') === 'required' ? 'starttls' : 'optional';
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  return serverOf({ host: url.hostname, port: url.port === '' ? null : Number(url.port), security, user, password });
}

interface Parts {
  host: string;
  port: number | null;
  security: string;
  user: string;
  password: string;
}

function serverOf({ host, port, security: given, user, password }: Parts): MailServer {
  const security = given === 'tls' || given === 'starttls' ? given : 'optional';
  return { host, port: port ?? PORTS[security], security, ...(user === '' ? {} : { login: { user, password } }) };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
