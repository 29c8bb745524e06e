import { secretKeyFile } from '../../config/index.js';
import { getSetting, hasTable, type Store } from '../../storage/index.js';
import { SEALED } from './check-secret-key.js';

/** The catalog was made with a secret key that is not there. */
export class MissingSecretKey extends Error {
  override readonly name = 'MissingSecretKey';
}

/** Refuses where the database holds a catalog already, which has a key of its own. */
export async function refuseNewKey(store: Pick<Store, 'read'>, folder: string): Promise<void> {
  const sealed = await store.read(async (sql) =>
    (await hasTable(sql, 'setting')) ? getSetting(sql, SEALED) : undefined,
  );
  if (sealed)
    throw new MissingSecretKey(
      `${secretKeyFile(folder)} is missing; restore the key that this catalog was created with, or set CAIRN_SECRET_KEY to its content`,
    );
}
