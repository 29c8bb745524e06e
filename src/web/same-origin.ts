import { CatalogError } from '../../contract/errors.js';
import type { Request } from '../catalog/index.js';

/**
 * Refuses requests that pages of other sites sent: they carry the cookie's session only if the cookie says so, and this does not rely
 * on that. Browsers say where a request comes from; programs that do not are refused, because they have no use for a cookie.
 */
export function requireSameOrigin({ headers }: Pick<Request, 'headers'>, publicUrl: string): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refusal();
  if (site === 'same-origin') return;
  const origin = originOf(headers.origin);
  if (origin === null || (origin.host !== headers.host && origin.origin !== originOf(publicUrl)?.origin))
    throw refusal();
}

function originOf(text: string | readonly string[] | undefined): URL | null {
  return typeof text === 'string' && URL.canParse(text) ? new URL(text) : null;
}

function refusal(): CatalogError {
  return new CatalogError('FORBIDDEN', 'Sessions are for pages of this server; other clients use /api/v1/users/login');
}
