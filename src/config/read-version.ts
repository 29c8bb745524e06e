import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseObject } from '../../contract/json.js';

/** Version of the package, from the nearest `package.json` above this file; works for bundled and unbundled code. */
export function readVersion(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return parseObject<{ version: string }>(readFileSync(join(folder, 'package.json'), 'utf8')).version;
}

/** When this program was built, in milliseconds since 1970. */
export function readBuildTime(): number {
  return Math.floor(statSync(import.meta.filename).mtimeMs);
}
