import type { MailToSend, Message, SendLimits } from '../mail/index.js';
import type { Destination } from './destination.js';
import type { HttpSender } from './http-sender.js';

/** How messages leave the server: a file in `kinds`. The name of the file is the `type` of a destination: `g-chat.ts` is GChat. */
export interface DestinationKind {
  /** `http`: the config has an address and how to authenticate there; `mail`: it has receivers. */
  readonly over: 'http' | 'mail';
  /** Whether its messages are for people, so that they can be collected (`config.digest`) or wait (`config.quietHours`). */
  readonly forPeople: boolean;
  /** The member of `profile.subscription` with the address of a user or team. Mail uses their e-mail address. */
  readonly profile?: string;
  open(deps: DestinationDeps): Destination;
}

/** The dependencies of destinations. */
export interface DestinationDeps {
  /** The `type` of a destination. */
  type: string;
  sender: HttpSender;
  mailer: Mailer;
  /** Read for each message, because administrators can change it. */
  surroundings(): Promise<Surroundings>;
  describer: Describer;
}

/** Sends one mail at once and resolves with the answer of the mail server; rejects with an `EgressError`. */
export type Mailer = (mail: MailToSend, limits: SendLimits) => Promise<string>;

export interface Surroundings {
  /** Address of the user interface, without a trailing slash. */
  publicUrl: string;
  /** Name of the product. */
  product: string;
}

export interface EventToDescribe {
  alert: { id?: string; name: string; displayName?: string };
  event: Record<string, unknown>;
  /** Further events of the same message. */
  more?: readonly Record<string, unknown>[];
  /** The `type` of the destination. */
  channel: string;
}

export interface Described {
  message: Message;
  /** A whole page, for mail. */
  html: string;
}

/** Turns events into messages for people. */
export interface Describer {
  message(event: EventToDescribe): Promise<Message>;
  mail(event: EventToDescribe): Promise<Described>;
  /** The page of a mail with this message. */
  page(message: Message): Promise<string>;
}
