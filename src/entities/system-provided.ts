import { catalogError } from '../../contract/index.js';
import { type Fields, readDocument } from '../catalog/index.js';
import type { EntityRow } from '../storage/index.js';

/** Refuses with 400 to delete an entity that ships with the product. */
export async function refuseSystemDeletion(row: EntityRow): Promise<void> {
  if (readDocument(row).provider === 'system')
    throw catalogError('BAD_REQUEST', `${row.type} ${row.fqn} is provided by the system and cannot be deleted`);
}

/** Refuses with 400 to rename an entity that ships with the product: clients rely on its name. */
export function refuseSystemRename(after: Fields, before: Fields | null): void {
  if (before?.provider === 'system' && after.name !== before.name)
    throw catalogError(
      'BAD_REQUEST',
      `name: ${before.fullyQualifiedName} is provided by the system and cannot be renamed`,
    );
}
