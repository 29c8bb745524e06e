/** The kinds of destinations. A new one is a file in this folder, a line in `kinds`, and a row of `DESTINATION_KINDS`. */
import { createAddressPolicy, createHttpEgress } from '../../egress/index.js';
import type { MailToSend, SendLimits } from '../../mail/index.js';
import { createDescriber, type Describer, type Surroundings } from '../messages/index.js';
import type { Destination } from './destination.js';
import { email } from './email.js';
import { gChat } from './g-chat.js';
import { createHttpSender, type HttpSender } from './http-sender.js';
import { msTeams } from './ms-teams.js';
import { createOAuth2Tokens } from './oauth2-tokens.js';
import { slack } from './slack.js';
import { webhook } from './webhook.js';

export type { Attempt, Destination, DestinationTarget, OutgoingMessage, TestMessage } from './destination.js';
export { timeoutsOf } from './timeouts.js';

/** What the destinations work with. */
export interface DestinationDeps {
  sender: HttpSender;
  mailer: Mailer;
  surroundings: Surroundings;
  describer: Describer;
}

/** Sends one mail at once and resolves with the answer of the mail server; rejects with an `EgressError`. */
export type Mailer = (mail: MailToSend, limits: SendLimits) => Promise<string>;

export interface DestinationOptions {
  /** Ranges that messages may go to besides public addresses. */
  webhookAllow: readonly string[];
  signatureHeader: string;
  mailer: Mailer;
  surroundings: Surroundings;
  /** Default: one that knows the templates that ship. */
  describer?: Describer;
  now(): number;
}

export interface Destinations {
  readonly all: readonly Destination[];
  /** By the `type` of a subscription's destination. */
  get(type: string): Destination | undefined;
  /** Closes all connections. */
  close(): Promise<void>;
}

const kinds: readonly ((deps: DestinationDeps) => Destination)[] = [email, gChat, msTeams, slack, webhook];

const MOST_BYTES = 64 * 1024;

export function createDestinations(options: DestinationOptions): Destinations {
  const { webhookAllow, signatureHeader, mailer, surroundings, now } = options;
  const { describer = createDescriber(surroundings) } = options;
  const policy = createAddressPolicy(webhookAllow, 'CAIRN_WEBHOOK_ALLOW');
  const http = createHttpEgress({ policy, maxBytes: MOST_BYTES });
  const sender = createHttpSender({ http, tokens: createOAuth2Tokens(http, now), signatureHeader, now });
  const all = kinds.map((make) => make({ sender, mailer, surroundings, describer }));
  const byType = new Map(all.map((destination) => [destination.type, destination]));
  return { all, get: (type) => byType.get(type), close: () => http.close() };
}
