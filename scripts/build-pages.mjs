// Builds the web pages into `dist/ui`, with `.br` and `.gz` beside each file. If the sources are unchanged, Vite is not even loaded.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isUpToDate, markOfInputs, mayGo } from './build-stamp.mjs';
import { root } from './run.mjs';

const INPUTS = ['ui', 'client', 'contract', 'package-lock.json', 'scripts/build-pages.mjs'];
const output = join(root, 'dist', 'ui');
const stamp = join(root, 'dist', '.ui-stamp');
const COMPRESSED = /\.(js|css|svg|html|json|wasm)$/;

/** Whether no source changed since the last build. */
export function arePagesBuilt() {
  return existsSync(output) && isUpToDate(stamp, markOfInputs(INPUTS));
}

/**
 * Builds if a source changed since the last build; returns whether it did. The folder is put in place once it is complete.
 * `force` builds anyway, and keeps nothing of earlier builds.
 */
export async function buildPages({ force = false } = {}) {
  const mark = markOfInputs(INPUTS);
  if (!force && existsSync(output) && isUpToDate(stamp, mark)) return false;
  const fresh = `${output}.${process.pid}`;
  try {
    await runVite({ output: fresh });
    await compressFiles(join(fresh, 'assets'));
    keepOldFiles(fresh, force);
    const old = `${output}.old.${process.pid}`;
    if (existsSync(output)) renameSync(output, old);
    renameSync(fresh, output);
    rmSync(old, { recursive: true, force: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  writeFileSync(stamp, mark);
  return true;
}

/** Builds the gallery of components into a folder, for tests. It is not shipped. */
export async function buildGallery(folder) {
  await runVite({ output: folder, page: 'gallery/index.html' });
  renameSync(join(folder, 'gallery/index.html'), join(folder, 'index.html'));
}

async function runVite(options) {
  const [{ build }, { viteConfig }] = await Promise.all([import('vite'), import('../ui/vite.config.mjs')]);
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production'; // tests build, too, and set another
  try {
    await build(viteConfig(options));
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

async function compressFiles(folder) {
  const names = readdirSync(folder).filter((name) => COMPRESSED.test(name));
  const compressNext = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const path = join(folder, name);
      const bytes = readFileSync(path);
      // Higher levels take many times as long and save one percent.
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };
      writeFileSync(`${path}.br`, await promisify(brotliCompress)(bytes, quality));
      writeFileSync(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, compressNext));
}

/** Keeps the files of earlier builds that open pages may still load (`mayGo`). */
function keepOldFiles(fresh, force) {
  const old = join(output, 'assets');
  if (!existsSync(old)) return;
  for (const name of readdirSync(old)) {
    const to = join(fresh, 'assets', name);
    if (existsSync(to) || mayGo(join(old, name), force)) continue;
    renameSync(join(old, name), to);
  }
}
