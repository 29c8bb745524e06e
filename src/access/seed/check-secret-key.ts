import { parseText } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { getSetting, putSetting } from '../../storage/index.js';

/** Name of the setting that holds a text sealed with the catalog's secret key. */
export const SEALED = 'access.sealed';
const PLAIN = 'sealed with the key of this catalog';

/** The secret key was lost or belongs to another catalog, so sealed values cannot be read. */
export class WrongSecretKey extends Error {
  constructor() {
    super(
      'the secret key is not the one this catalog was created with; restore secret.key, or set CAIRN_SECRET_KEY to its content',
    );
    this.name = 'WrongSecretKey';
  }
}

/** Stores a sealed text in a new catalog; later starts must be able to open it. Throws `WrongSecretKey`. */
export async function checkSecretKey(scope: Scope): Promise<void> {
  const { sealer } = scope.catalog;
  const kept = await getSetting(scope.sql, SEALED);
  if (!kept) {
    const doc = JSON.stringify(sealer.seal(PLAIN));
    await putSetting(scope.sql, { name: SEALED, updated_at: scope.context.now(), doc });
    return;
  }
  try {
    sealer.open(parseText(kept.doc));
  } catch {
    throw new WrongSecretKey();
  }
}
