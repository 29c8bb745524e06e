/**
 * Stores settings: the value with all secrets masked, plus each secret, sealed, by its path. Writing a mask back
 * keeps the stored secret.
 */

import { catalogError, parseObject } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import type { SettingKind, SettingKinds, SettingValue } from '../../feature/index.js';
import { deleteSetting, getSetting, getSettingValue, lockSetting, putSetting } from '../../storage/index.js';

export const mask = '*********';

interface Stored {
  value: SettingValue;
  secrets?: Record<string, string>;
}

/** Response format of a setting (`settings/settings`). */
export interface Setting {
  config_type: string;
  config_value: SettingValue;
}

export interface Settings {
  /** The declared settings, by name. */
  readonly kinds: SettingKinds;
  /** The current value, secrets masked; null if there is none. */
  read(name: string, scope: Scope): Promise<SettingValue | null>;
  /** The same, and nobody else changes it until the transaction ends. */
  readToChange(name: string, scope: Scope): Promise<SettingValue | null>;
  /** All settings that have a value, in the order of `kinds`. */
  readAll(scope: Scope): Promise<Setting[]>;
  /** Validates and stores a value; returns it as `read` would. Fails with 400, naming the invalid property. */
  write(name: string, given: unknown, scope: Scope): Promise<SettingValue>;
  /** Restores the initial value and returns it; null if the setting has none. */
  reset(name: string, scope: Scope): Promise<SettingValue | null>;
}

/** `kindsOf` is first called during a request, because the features are not assembled before. */
export function createSettings(kindsOf: () => SettingKinds): Settings {
  const initial = (name: string, { catalog: { contract, registry, options } }: Scope) =>
    kindsOf()[name]?.initial?.({ contract, registry, publicUrl: options.publicUrl }) ?? null;
  const read: Settings['read'] = async (name, scope) =>
    (await getSettingValue<SettingValue>(scope.sql, name)) ?? initial(name, scope);
  const readToChange: Settings['readToChange'] = async (name, scope) => {
    await lockSetting(scope.sql, name);
    return read(name, scope);
  };
  return {
    get kinds() {
      return kindsOf();
    },
    read,
    readToChange,
    async readAll(scope) {
      const found: Setting[] = [];
      for (const name of Object.keys(kindsOf())) {
        const value = await read(name, scope);
        if (value !== null) found.push({ config_type: name, config_value: value });
      }
      return found;
    },
    async write(name, given, scope) {
      const kind = present(kindsOf()[name], `setting ${name}`);
      const current = (await readToChange(name, scope)) ?? {};
      return writeSetting(name, { ...kind, current }, given, scope);
    },
    async reset(name, scope) {
      const value = initial(name, scope);
      const current = (await readToChange(name, scope)) ?? {};
      if (value !== null) await kindsOf()[name]?.check?.(value, current, scope);
      await deleteSetting(scope.sql, name);
      scope.invalidate({ kind: 'setting', name });
      return value;
    },
  };
}

async function writeSetting(
  name: string,
  kind: SettingKind & { current: SettingValue },
  given: unknown,
  scope: Scope,
): Promise<SettingValue> {
  const { contract } = scope.catalog;
  const row = await getSetting(scope.sql, name);
  const before = row ? parseObject<Stored>(row.doc) : undefined;
  const checked = contract.validator(kind.schema)(given, before?.value);
  if (!checked.ok)
    throw catalogError('BAD_REQUEST', checked.errors[0]?.message ?? `the value does not match ${kind.schema}`);
  const value = contract.withDefaults(kind.schema, checked.value);
  await kind.check?.(value, kind.current, scope);
  const known = before?.secrets ?? {};
  const stored = sealSecrets(kind, value, known, scope);
  await putSetting(scope.sql, { name, updated_at: scope.context.now(), doc: JSON.stringify(stored) });
  scope.invalidate({ kind: 'setting', name });
  return stored.value;
}

function sealSecrets(kind: SettingKind, value: SettingValue, known: Record<string, string>, scope: Scope): Stored {
  const { contract, sealer } = scope.catalog;
  const secrets: Record<string, string> = {};
  const seal = (secret: string, path: string): string => {
    const kept = known[path];
    if (secret === '') return '';
    if (secret !== mask) secrets[path] = sealer.seal(secret);
    else if (kept !== undefined) secrets[path] = kept;
    return mask;
  };
  const masked = contract.mapSecrets(kind.schema, value, seal);
  for (const field of kind.secrets ?? []) {
    const secret = masked[field];
    if (typeof secret === 'string') masked[field] = seal(secret, field);
  }
  return Object.keys(secrets).length > 0 ? { value: masked, secrets } : { value: masked };
}
