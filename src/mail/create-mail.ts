/** Mail: settings, a queue that loses nothing while the server is away, and sending at once. */
import type { Scope, Sealer } from '../catalog/index.js';
import { createAddressPolicy, createMailEgress, EgressError, type MailEgress } from '../egress/index.js';
import type { Feature } from '../feature/index.js';
import type { Sql, Store } from '../storage/index.js';
import { enqueueMail, mailJob } from './mail-job.js';
import { type MailOptions, mailSettingKind, readMailSettings, SETTING } from './mail-settings.js';
import type { Message } from './message.js';
import { ADDRESS, addressSettingKind } from './page-address.js';
import { renderMail } from './render-mail.js';
import { testMailRoute } from './test-mail-route.js';

export interface CreateMailOptions extends MailOptions {
  /** Ranges that the server of the settings may be in, besides public addresses. */
  smtpAllow: readonly string[];
  sealer: Sealer;
}

export interface MailToSend {
  /** Stable over retries; the receiver's Message-ID. */
  id: string;
  to: string;
  message: Message;
  /** The whole page, in place of the usual one around the message. */
  html?: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface SendLimits {
  /** Milliseconds. */
  connectTimeout: number;
  sendTimeout: number;
  signal?: AbortSignal;
}

/** Sends one mail at once. Resolves with the answer of the mail server; rejects with an `EgressError`. */
export type SendMail = (mail: MailToSend, read: Store['read'], limits: SendLimits) => Promise<string>;

export interface Mail {
  feature: Feature;
  isConfigured(sql: Sql): Promise<boolean>;
  /** The mail is sent after the caller's transaction is committed, by one server, and again until it is accepted. */
  enqueue(to: string, message: Message, scope: Scope): Promise<void>;
  send: SendMail;
}

const ANYWHERE = ['0.0.0.0/0', '::/0'];
export const NOT_CONFIGURED = 'No mail server is configured, so no e-mail was sent';

export function createMail(options: CreateMailOptions): Mail {
  const { smtpAllow, sealer } = options;
  // Whoever runs the server chose the one in its options. That of the settings was entered by a person.
  const anywhere = createMailEgress({ policy: createAddressPolicy(ANYWHERE, 'CAIRN_SMTP_URL') });
  const checked: MailEgress = createMailEgress({ policy: createAddressPolicy(smtpAllow, 'CAIRN_SMTP_ALLOW') });
  const settings = (sql: Sql) => readMailSettings(sql, options, sealer);

  const send: SendMail = async ({ id, to, message, html, at }, read, limits) => {
    const found = await read(settings);
    if (found === null) throw new EgressError('unreachable', NOT_CONFIGURED);
    const { server, isOperators, from, product, supportUrl } = found;
    const footer = supportUrl === '' ? `Sent by ${product}.` : `Sent by ${product}. Help: ${supportUrl}`;
    const outgoing = { id, to, from, at, ...renderMail(message, footer), ...(html === undefined ? {} : { html }) };
    return (isOperators ? anywhere : checked).send(server, outgoing, limits);
  };

  return {
    feature: {
      name: 'mail',
      routes: [testMailRoute(send)],
      jobs: [mailJob(send)],
      settings: { [SETTING]: mailSettingKind, [ADDRESS]: addressSettingKind },
    },
    isConfigured: async (sql) => (await settings(sql)) !== null,
    enqueue: enqueueMail,
    send,
  };
}
