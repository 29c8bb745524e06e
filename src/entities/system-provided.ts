import { catalogError } from '../../contract/index.js';
import { readDocument } from '../catalog/index.js';
import type { EntityRow } from '../storage/index.js';

/** What came with the product is not deleted. */
export async function refuseSystemDeletion(row: EntityRow): Promise<void> {
  if (readDocument(row).provider === 'system')
    throw catalogError('BAD_REQUEST', `${row.type} ${row.fqn} is provided by the system and cannot be deleted`);
}
