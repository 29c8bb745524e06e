import { parseObject } from '../../../contract/index.js';
/** Record id in an already verified token; null if there is none. */
export function recordIdOf(bearer: string | null): string | null {
  const payload = bearer?.split('.')[1];
  if (payload === undefined) return null;
  const { jti } = parseObject(Buffer.from(payload, 'base64url').toString('utf8'));
  return typeof jti === 'string' ? jti : null;
}
