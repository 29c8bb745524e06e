import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './run.mjs';

/** Like `loadSource`, for files that need installed packages or find files of the project by their own address. */
export async function loadProgram(entry) {
  // One folder below the root, as the bundles in dist are, so that relative addresses of files are right.
  const outfile = join(root, 'node_modules', `.${entry.replaceAll(/\W/g, '-')}-${process.pid}.mjs`);
  process.once('exit', () => rmSync(outfile, { force: true })); // the program reads its own address while it runs
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    packages: 'external',
    outfile,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
}
