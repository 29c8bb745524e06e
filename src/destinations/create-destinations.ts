import { createAddressPolicy, createHttpEgress } from '../egress/index.js';
import type { Destination } from './destination.js';
import type { DestinationDeps } from './destination-kind.js';
import { createHttpSender } from './http-sender.js';
import { DESTINATION_KINDS } from './kinds.js';
import { createOAuth2Tokens } from './oauth2-tokens.js';

export interface DestinationOptions extends Pick<DestinationDeps, 'mailer' | 'surroundings' | 'describer'> {
  /** Address ranges to which messages may be sent in addition to public addresses. */
  webhookAllow: readonly string[];
  signatureHeader: string;
  now(): number;
}

export interface Destinations {
  /** By the `type` of a subscription's destination. */
  get(type: string): Destination | undefined;
  /** Closes all connections. */
  close(): Promise<void>;
}

const MOST_BYTES = 64 * 1024;

export function createDestinations(options: DestinationOptions): Destinations {
  const { webhookAllow, signatureHeader, now, ...deps } = options;
  const policy = createAddressPolicy(webhookAllow, 'CAIRN_WEBHOOK_ALLOW');
  const http = createHttpEgress({ policy, maxBytes: MOST_BYTES });
  const sender = createHttpSender({ http, tokens: createOAuth2Tokens(http, now), signatureHeader, now });
  const byType = new Map(
    Object.entries(DESTINATION_KINDS).map(([type, kind]) => [type, kind.open({ ...deps, type, sender })]),
  );
  return { get: (type) => byType.get(type), close: () => http.close() };
}
