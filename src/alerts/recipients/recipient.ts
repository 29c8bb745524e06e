import type { Destination } from '../../../contract/index.js';
import type { Sql } from '../../storage/index.js';
import type { AlertEvent } from '../rules/read-event.js';

/** The receiver of a message about an event. */
export interface Recipient {
  /** The URL of a webhook or chat, or one mail address. */
  readonly address: string;
  /** Config of the channel, with secrets in plain text: that of the destination, or of the person's own subscription. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The user or team that the message is for, unless the destination names the address itself. */
  readonly personId?: string;
}

export interface RecipientQuery {
  readonly destination: Destination;
  /** The config of the destination with its secrets in plain text. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly event: AlertEvent;
}

/** Finds the recipients of a destination. Each gets a separate message; no recipients is not a failure. */
export type ResolveRecipients = (query: RecipientQuery, sql: Sql) => Promise<readonly Recipient[]>;
