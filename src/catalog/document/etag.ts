/** ETags. The strong tag is `"<version>.<revision>"`; it does not depend on the requested fields. Pure. */
import { catalogError } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';
import { versionNumber } from './version.js';

type Tagged = Pick<EntityRow, 'version' | 'revision'>;

export function etag(row: Tagged): string {
  return `"${versionText(row)}.${row.revision}"`;
}

/** Whether If-None-Match names the tag. */
export function namesTag(header: string | null, tag: string): boolean {
  return header?.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag) ?? false;
}

/** `*`, the ETag of a GET, `"<version>"` and `W/"<version>"` match. */
export function matchesTag(header: string, row: Tagged): boolean {
  const version = versionText(row);
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === `"${version}"` || tag === etag(row);
  });
}

/** Throws 412 if If-Match is given and does not match. */
export function guardTag(header: string | null, row: Tagged): void {
  if (header !== null && !matchesTag(header, row))
    throw catalogError(
      'PRECONDITION_FAILED',
      `The entity has the ETag ${etag(row)}, which does not match If-Match ${header.slice(0, 100)}; fetch the latest version and retry`,
    );
}

/** Whether only one of several concurrent writes with this If-Match may succeed. `*` counts as unconditional. */
export function isConditional(header: string | null): boolean {
  return header !== null && header.trim() !== '*';
}

function versionText(row: Tagged): string {
  return versionNumber(row.version).toFixed(1);
}
