// Whether sources changed since the last build: a digest of names, times and sizes, kept beside what was built.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const DAY = 24 * 3600_000;

/** Digest of files and folders below the project, without tests. */
export function markOfInputs(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    const path = join(root, input);
    if (!existsSync(path)) continue;
    const files = statSync(path).isDirectory() ? readdirSync(path, { recursive: true }).sort() : [''];
    for (const file of files) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const { mtimeMs, size } = statSync(join(path, file));
      hash.update(`${input}/${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}

/**
 * Whether a file of an earlier build may go. Pages and servers that still run load their files when they first need
 * them, so it stays for a day, unless `force` asks for a build without it.
 */
export function mayGo(path, force) {
  return force || Date.now() - statSync(path).mtimeMs > DAY;
}

export function isUpToDate(stamp, mark) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === mark;
}
