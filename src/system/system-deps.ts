import type { SettingKinds } from '../feature/index.js';

/** What the system routes tell about the server they run in. */
export interface SystemDeps {
  release: Release;
  /** The settings of all features, by name; first called by a request. Default: those of this room. */
  settings?(): SettingKinds;
  /** Names of the event readers of all features; first called by a scrape. Default: none. */
  eventReaders?(): readonly string[];
  /** Domain of the mail addresses that the server makes for its own users and bots. */
  principalDomain: string;
}

/** The version that clients compare with their own, and the build. */
export interface Release {
  /** Version of the interface: clients refuse a server whose first two numbers are not theirs. */
  version: string;
  /** What was built, such as a commit; empty when unknown. */
  revision: string;
  /** When it was built, milliseconds. */
  builtAt: number;
}
