import type { Contract } from '../../contract/index.js';
import type { Registry, Scope } from '../catalog/index.js';

export type SettingValue = Record<string, unknown>;

export interface SettingKind {
  /** Contract key of the value. */
  schema: string;
  /** The value until it is changed; null: there is none until it is set. */
  initial: ((with_: InitialDeps) => SettingValue) | null;
  /** Secrets beyond the fields of format password. */
  secrets?: readonly string[];
  /** Readable by every authenticated user, not only by admins. */
  everyone?: boolean;
  /** Refuses with 400 a value that matches the schema but breaks a further rule. `before`: the value that it replaces. */
  check?: (value: SettingValue, before: SettingValue, scope: Scope) => Promise<void> | void;
}

/** Keyed by name, the `config_type` of the interface. */
export type SettingKinds = Readonly<Record<string, SettingKind>>;

export interface InitialDeps {
  contract: Contract;
  publicUrl: string;
  registry: Registry;
}
