import type { Contract } from '../../contract/index.js';
import type { Registry } from '../catalog/index.js';

export type SettingValue = Record<string, unknown>;

export interface SettingKind {
  /** Contract key of the value. */
  schema: string;
  /** The value in force until somebody changes it; null: there is none until it is set. */
  initial: ((with_: InitialDeps) => SettingValue) | null;
  /** Secrets beyond the fields of format password. */
  secrets?: readonly string[];
  /** Read by everybody who is signed in; others only by admins. */
  everyone?: boolean;
  /** Refuses with 400 a value that fits the schema but makes no sense. */
  check?: (value: SettingValue) => void;
}

/** By name, the `config_type` of the interface. */
export type SettingKinds = Readonly<Record<string, SettingKind>>;

export interface InitialDeps {
  contract: Contract;
  publicUrl: string;
  registry: Registry;
}
