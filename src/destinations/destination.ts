import type { Message } from '../mail/index.js';

/** The reason of an attempt that was ended by its signal. */
export const INTERRUPTED = 'The delivery was interrupted';

/** Sends the messages of one kind of destination. */
export interface Destination {
  /** Sends one message; does not throw if the receiver fails. */
  send(message: OutgoingMessage, target: DestinationTarget, signal: AbortSignal): Promise<Attempt>;
  /** Sends a fixed test message, the only one that uses `httpMethod`. Does not throw if the receiver fails. */
  test(message: TestMessage, target: DestinationTarget, signal: AbortSignal): Promise<Attempt>;
}

export interface TestMessage {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** A message for people, instead of the fixed one. */
  readonly message?: Message;
}

export interface OutgoingMessage {
  /** Stable over retries and redelivery: the `webhook-id`. */
  readonly id: string;
  readonly alert: { readonly id: string; readonly name: string; readonly displayName?: string };
  /** The change event in the documented body. */
  readonly event: Record<string, unknown>;
  /** Further events of the same message. Webhooks have none. */
  readonly more?: readonly Record<string, unknown>[];
  /** Milliseconds since 1970 when the message was first due. */
  readonly at: number;
}

export interface DestinationTarget {
  /** The destination's config with its secrets opened. */
  readonly config: Record<string, unknown>;
  /** Addresses of the resolved recipients: URLs for chat, mail addresses for Email. */
  readonly receivers: readonly string[];
  /** Milliseconds for connecting and for reading, already clamped. */
  readonly connectTimeout: number;
  readonly readTimeout: number;
}

export interface Attempt {
  /**
   * `failed`: a later attempt may succeed. `rejected`: the same message will not be accepted later either, because the
   * address is not allowed or the response says so.
   */
  readonly outcome: 'delivered' | 'failed' | 'rejected';
  readonly statusCode?: number;
  readonly reason?: string;
  /** The first KiB of the response. */
  readonly answer?: string;
  readonly durationMs: number;
  /** Milliseconds that the receiver asked us to wait (`Retry-After`). */
  readonly retryAfterMs?: number;
}
