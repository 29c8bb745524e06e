import type { SubscriptionType } from '../../../contract/index.js';

/** What a kind of destination needs in its config and can do; `src/alerts/destinations` sends its messages. */
export interface DestinationKind {
  /** `http`: the config has an address and how to authenticate there; `mail`: it has receivers. */
  over: 'http' | 'mail';
  /** Whether its messages are for people, so that they can be collected (`config.digest`) or wait (`config.quietHours`). */
  forPeople: boolean;
  /** The member of `profile.subscription` with the address of a user or team. Mail uses their e-mail address. */
  profile?: string;
}

/** The kinds whose messages leave the server, by the `type` of a destination. */
export const DESTINATION_KINDS: Readonly<Record<string, DestinationKind>> = {
  Webhook: { over: 'http', forPeople: false, profile: 'generic' },
  Slack: { over: 'http', forPeople: true, profile: 'slack' },
  MsTeams: { over: 'http', forPeople: true, profile: 'msTeams' },
  GChat: { over: 'http', forPeople: true, profile: 'gChat' },
  Email: { over: 'mail', forPeople: true },
} satisfies Partial<Record<SubscriptionType, DestinationKind>>;
