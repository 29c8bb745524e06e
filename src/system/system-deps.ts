import type { SettingKinds } from '../feature/index.js';

/** What the system routes need to know about the server. */
export interface SystemDeps {
  release: Release;
  /** The settings of all features, by name; first called during a request. Default: those of this module. */
  settings?(): SettingKinds;
  /** Names of the event readers of all features; first called during a scrape. Default: none. */
  eventReaders?(): readonly string[];
  /**
   * Calls back when events may have got positions, on any server. Returns a function that unsubscribes. Default: never,
   * so event streams poll.
   */
  onEvents?(woken: () => void): () => void;
  /** Whether people may register, and with addresses of which domains (empty: all). Default: nobody may. */
  signup?: { enabled: boolean; domains: readonly string[] };
  /** Domain of the e-mail addresses generated for built-in users and bots. */
  principalDomain: string;
}

/** The interface version, which clients compare with their own, and the build. */
export interface Release {
  /** Version of the interface: clients reject a server with another major or minor version. */
  version: string;
  /** Source revision, such as a commit; empty if unknown. */
  revision: string;
  /** Build time in milliseconds. */
  builtAt: number;
}
