/**
 * Settings as stored: the value with every secret masked, and beside it each secret, sealed, by its path. A mask that
 * comes back keeps the secret that is stored.
 */
import { catalogError } from '../../../contract/index.js';
import type { Scope } from '../../catalog/index.js';
import { deleteSetting, getSetting, listSettings, putSetting } from '../../storage/index.js';
import { type SettingKind, type SettingValue, settingKinds } from './setting-table.js';

export const mask = '*********';

interface Stored {
  value: SettingValue;
  secrets?: Record<string, string>;
}

/** Answer form of a setting (`settings/settings`). */
export interface Setting {
  config_type: string;
  config_value: SettingValue;
}

/** The value in force, secrets masked; null when there is none. */
export async function readSetting(name: string, scope: Scope): Promise<SettingValue | null> {
  const row = await getSetting(scope.sql, name);
  return row ? (JSON.parse(row.doc) as Stored).value : initialValue(name, scope);
}

/** All settings that have a value, in the order of the table. */
export async function readSettings(scope: Scope): Promise<Setting[]> {
  const stored = new Map((await listSettings(scope.sql)).map((row) => [row.name, row.doc]));
  return Object.keys(settingKinds).flatMap((name) => {
    const doc = stored.get(name);
    const value = doc === undefined ? initialValue(name, scope) : (JSON.parse(doc) as Stored).value;
    return value === null ? [] : [{ config_type: name, config_value: value }];
  });
}

/** Checks and stores a value; returns it as it will be read. 400 names what does not fit the schema. */
export async function writeSetting(name: string, given: unknown, scope: Scope): Promise<SettingValue> {
  const { contract } = scope.catalog;
  const kind = settingKinds[name] as SettingKind;
  const checked = contract.validator<SettingValue>(kind.schema)(given);
  if (!checked.ok)
    throw catalogError('BAD_REQUEST', checked.errors[0]?.message ?? `the value does not fit ${kind.schema}`);
  const row = await getSetting(scope.sql, name);
  const known = row ? ((JSON.parse(row.doc) as Stored).secrets ?? {}) : {};
  const stored = sealSecrets(kind, contract.withDefaults(kind.schema, checked.value), known, scope);
  await putSetting(scope.sql, { name, updated_at: scope.context.now(), doc: JSON.stringify(stored) });
  scope.mark({ kind: 'setting', name });
  return stored.value;
}

/** Goes back to the initial value; null when the setting has none. */
export async function resetSetting(name: string, scope: Scope): Promise<SettingValue | null> {
  await deleteSetting(scope.sql, name);
  scope.mark({ kind: 'setting', name });
  return initialValue(name, scope);
}

function initialValue(name: string, { catalog }: Scope): SettingValue | null {
  const { contract, options } = catalog;
  return settingKinds[name]?.initial?.({ contract, publicUrl: options.publicUrl }) ?? null;
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
