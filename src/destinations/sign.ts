// Signatures of a request's body. Pure.
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** `sha256=` and the base64 of the HMAC of the body, with the UTF-8 bytes of the secret as the key. */
export function bodySignature(secret: string, body: string): string {
  return `sha256=${hmac(Buffer.from(secret, 'utf8'), body)}`;
}

/** `webhook-signature` of Standard Webhooks 1.0: covers the id and the time, so that receivers can detect a replay. */
export function webhookSignature(secret: string, { id, seconds, body }: Signed): string {
  return `v1,${hmac(webhookKey(secret), `${id}.${seconds}.${body}`)}`;
}

export interface Signed {
  id: string;
  /** When the request is sent, in seconds since 1970. */
  seconds: number;
  body: string;
}

/** A secret in the form of Standard Webhooks is base64; any other is used as it is. */
function webhookKey(secret: string): Buffer {
  return secret.startsWith(PREFIX) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.from(secret, 'utf8');
}

function hmac(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('base64');
}
