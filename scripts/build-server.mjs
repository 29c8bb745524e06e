// Bundles the server for `dist/`: one flat folder with the command line, the write worker, other threads and what they share.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { isUpToDate, markOfInputs, mayGo } from './build-stamp.mjs';
import { root } from './run.mjs';

// Programs that need most of the server, and share its chunks.
const PROGRAMS = { cairn: 'src/cli/cairn.ts', worker: 'src/worker.ts', indexer: 'src/indexer.ts' };
// Threads and processes that need little of it: one file each. With shared chunks, each would load everything behind
// the `index.ts` of a module that it imports.
const SMALL_PROGRAMS = {
  checkpointer: 'src/checkpointer.ts',
  'source-reader': 'src/source-reader.ts',
  'document-reader': 'src/document-reader.ts',
};
const INPUTS = ['src', 'contract', 'client', 'package.json', 'scripts/build-server.mjs'];
// Packages with a compiled part are loaded from node_modules; the rest is bundled, which takes a quarter off the start.
const NOT_BUNDLED = ['@photostructure/sqlite', '@node-rs/argon2'];
const output = join(root, 'dist');
const SHARED = {
  absWorkingDir: root,
  outdir: output,
  bundle: true,
  write: false,
  format: 'esm',
  logLevel: 'warning',
};
const SERVER = {
  ...SHARED,
  platform: 'node',
  target: 'node20.19',
  external: NOT_BUNDLED,
  // V8 keeps the text of a program in memory, once for each thread. Names stay, for stack traces.
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  // Packages of the older kind call `require` for parts of Node.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  sourcemap: 'linked',
  sourcesContent: false,
};
const stamp = join(output, '.stamp');

// `cairn/contract` and `cairn/client`: one file each, for browsers and Node alike.
const EXPORTS = {
  ...SHARED,
  entryPoints: { contract: 'contract/public.ts', client: 'client/index.ts' },
  platform: 'neutral',
  target: 'es2022',
};

/** Whether no source changed since the last build. */
export function isServerBuilt() {
  return isUpToDate(stamp, markOfInputs(INPUTS));
}

/**
 * Builds if a source changed since the last build; returns whether it did. Few packages stay outside the bundle.
 * Files are put in place by renaming, so that a process that starts meanwhile reads complete files. `force` builds anyway,
 * and keeps nothing of earlier builds.
 */
export async function buildServer({ force = false } = {}) {
  const mark = markOfInputs(INPUTS);
  if (!force && isUpToDate(stamp, mark)) return false;
  const { build } = await import('esbuild');
  const built = await Promise.all([
    build({ ...SERVER, entryPoints: PROGRAMS, splitting: true, chunkNames: 'chunk-[hash]' }),
    build({ ...SERVER, entryPoints: SMALL_PROGRAMS }),
    build(EXPORTS),
  ]);
  const files = built.flatMap(({ outputFiles }) => outputFiles);
  replaceFiles(files);
  removeOld(files, force);
  replaceFiles([{ path: join(output, 'openapi.json.gz'), contents: packedDocument() }]);
  writeFileSync(stamp, mark);
  return true;
}

/** The document of `/openapi.json`, as the program just built prints it, compressed as it is sent. */
function packedDocument() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin', 'cairn.js'), 'openapi'], {
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`the OpenAPI document cannot be made: ${stderr}`);
  return gzipSync(stdout, { level: 9 });
}

function replaceFiles(files) {
  mkdirSync(output, { recursive: true });
  for (const { path, contents } of files) {
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
}

/** Removes chunks that the last build does not have. */
function removeOld(files, force) {
  const kept = new Set(files.map(({ path }) => basename(path)));
  for (const name of readdirSync(output))
    if (/^chunk-.*\.js(\.map)?$/.test(name) && !kept.has(name) && mayGo(join(output, name), force))
      rmSync(join(output, name), { force: true });
}
