/** Entity tags. The strong tag is `"<version>.<revision>"`, the same whatever fields were asked for. Pure. */
import { catalogError } from '../../../contract/index.js';
import type { EntityRow } from '../../storage/index.js';
import { versionNumber } from './version.js';

type Tagged = Pick<EntityRow, 'version' | 'revision'>;

export function etag(row: Tagged): string {
  return `"${versionText(row)}.${row.revision}"`;
}

/** `*`, the tag of a GET, `"<version>"` and `W/"<version>"` match. */
export function matchesTag(header: string, row: Tagged): boolean {
  const version = versionText(row);
  return header.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === '*' || tag === `"${version}"` || tag === etag(row);
  });
}

/** Refuses with 412 when the header is there and names another state. */
export function guardTag(header: string | null, row: Tagged): void {
  if (header !== null && !matchesTag(header, row))
    throw catalogError(
      'PRECONDITION_FAILED',
      `The entity has the ETag ${etag(row)}, which does not match If-Match ${header.slice(0, 100)}; fetch the latest version and retry`,
    );
}

/** A conditional write that must win alone: `*` counts as unconditional. */
export function isConditional(header: string | null): boolean {
  return header !== null && header.trim() !== '*';
}

function versionText(row: Tagged): string {
  return versionNumber(row.version).toFixed(1);
}
