import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { RequestHeaders } from '../../catalog/index.js';

/** A text that seldom changes, as it is sent. */
export interface Packed {
  gzip: Uint8Array;
  /** Weak, because the text is sent with and without compression. */
  etag: string;
}

export async function pack(text: string): Promise<Packed> {
  return asPacked(await promisify(gzip)(text));
}

/** What is compressed already. */
export function asPacked(packed: Uint8Array): Packed {
  return { gzip: packed, etag: `W/"${createHash('sha256').update(packed).digest('base64url').slice(0, 22)}"` };
}

/** The text as UTF-8. */
export function unpack(packed: Uint8Array): Promise<Uint8Array> {
  return promisify(gunzip)(packed);
}

export function acceptsGzip(header: RequestHeaders[string]): boolean {
  return [header ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .some((one) => {
      const [name = '', ...parameters] = one.split(';').map((word) => word.trim().toLowerCase());
      return ['gzip', '*'].includes(name) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    });
}
