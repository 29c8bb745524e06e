import { createAddressPolicy } from '../address-policy.js';
import type { SourceLimits } from '../sources/source.js';
import type { DatabaseAccess } from './database-connection.js';

/** What the operator allows of sources. */
export interface SourceOptions {
  /** Address ranges that may be reached besides public addresses. */
  sourceAllow: readonly string[];
  /** Folder of the SQLite files that may be opened; empty: none. */
  sourceFolder: string;
  /** The server's own data folder. */
  data: string;
  /** The program that reads SQLite files. */
  sourceReader: URL;
}

export function databaseAccess(options: SourceOptions, limits: SourceLimits): DatabaseAccess {
  const { sourceAllow, sourceFolder: folder, data: dataFolder, sourceReader: program } = options;
  return {
    policy: createAddressPolicy(sourceAllow, 'CAIRN_SOURCE_ALLOW'),
    limits,
    sqlite: { folder, dataFolder, program, option: 'CAIRN_SOURCE_FOLDER' },
  };
}
