import { secretKeyFile } from '../../config/index.js';
import { getSetting, hasTable, type Store } from '../../storage/index.js';
import { SEALED } from './check-secret-key.js';

/** The secret key that the catalog was created with is missing. */
export class MissingSecretKey extends Error {
  override readonly name = 'MissingSecretKey';
}

/** Throws `MissingSecretKey` if the database already holds a catalog, which has its own key. */
export async function refuseNewKey(store: Pick<Store, 'read'>, folder: string): Promise<void> {
  const sealed = await store.read(async (sql) =>
    (await hasTable(sql, 'setting')) ? getSetting(sql, SEALED) : undefined,
  );
  if (sealed)
    throw new MissingSecretKey(
      `${secretKeyFile(folder)} is missing; restore the key that this catalog was created with, or set CAIRN_SECRET_KEY to its content`,
    );
}
