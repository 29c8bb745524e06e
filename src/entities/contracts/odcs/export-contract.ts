import { parseObject } from '../../../../contract/index.js';
import type { Scope } from '../../../catalog/index.js';
import type { OdcsDocument } from '../../../odcs/index.js';
import { type EntityRow, getContractDocument } from '../../../storage/index.js';
import { shownContract } from '../effective-contract.js';
import { namesOf } from './import-contract.js';
import { type ImportedDocument, odcsOf } from './odcs-of-contract.js';

/** The contract, as the actor sees it, as a document of the standard. */
export async function exportedDocument(row: EntityRow, scope: Scope): Promise<OdcsDocument> {
  const contract = await shownContract(row, '*', scope);
  const stored = await getContractDocument(scope.sql, row.id);
  const imported = stored === undefined ? null : parseObject<ImportedDocument>(stored);
  return odcsOf({ contract, imported }, namesOf(scope), scope.catalog.contract);
}
