/** Who gets the message about an event, and where. */
import type { PlacedEventRow, Store } from '../../storage/index.js';

/** What a destination says about its recipients. */
export interface Addressed {
  /** External, Admins, Owners, Followers, Assignees, Mentions, Users or Teams. */
  readonly category: string;
  /** The channel: Webhook, Slack, MsTeams, GChat, Email or ActivityFeed. */
  readonly type: string;
  /** With its secrets opened. */
  readonly config?: Readonly<Record<string, unknown>> | undefined;
}

export interface Recipient {
  /** A URL, or a mail address for Email. */
  readonly address: string;
  /** Headers, parameters and authentication for this address, with opened secrets. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The user or team that the address belongs to; absent for External. */
  readonly personId?: string;
}

/**
 * The recipients of an event, each address once. Whoever may not see what the event is about is left out, as is who has no
 * address for the channel. Never rejects for what a destination says.
 */
export type ResolveRecipients = (
  destination: Addressed,
  event: PlacedEventRow,
  read: Store['read'],
) => Promise<readonly Recipient[]>;
