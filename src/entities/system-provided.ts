import { catalogError } from '../../contract/index.js';
import { type Fields, readDocument } from '../catalog/index.js';
import type { EntityRow } from '../storage/index.js';

/** What came with the product is not deleted. */
export async function refuseSystemDeletion(row: EntityRow): Promise<void> {
  if (readDocument(row).provider === 'system')
    throw catalogError('BAD_REQUEST', `${row.type} ${row.fqn} is provided by the system and cannot be deleted`);
}

/** Clients count on the names of what came with the product. */
export function refuseSystemRename(after: Fields, before: Fields | null): void {
  if (before?.provider === 'system' && after.name !== before.name)
    throw catalogError(
      'BAD_REQUEST',
      `name: ${before.fullyQualifiedName} is provided by the system and cannot be renamed`,
    );
}
