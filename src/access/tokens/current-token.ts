import { parseObject } from '../../../contract/index.js';
/** Id of the record behind a token that was verified already; null when there is none. */
export function recordIdOf(bearer: string | null): string | null {
  const payload = bearer?.split('.')[1];
  if (payload === undefined) return null;
  const { jti } = parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
  return typeof jti === 'string' ? jti : null;
}
