// `npm run gen`: regenerates every generated file, by the generators `scripts/gen-*.mjs` in the order of their names.
// With `--check` it fails and names the files that this changed: committed files must equal the generated ones.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const TARGETS = [
  'contract',
  'client',
  'docs',
  'README.md',
  'CONTRIBUTING.md',
  'src/cli/commands.ts',
  'src/destinations/kinds.ts',
  'ui/words/alerts/channels.ts',
];

const before = hashTargets();
for (const name of readdirSync(import.meta.dirname).sort()) {
  if (!/^gen-.*\.mjs$/.test(name)) continue;
  const code = await run(process.execPath, [join(import.meta.dirname, name)]);
  if (code !== 0) process.exit(code);
}
if (process.argv.includes('--check')) {
  const after = hashTargets();
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((p) => before.get(p) !== after.get(p));
  for (const path of changed) console.error(`${path} was outdated and has been regenerated; commit it`);
  process.exitCode = changed.length ? 1 : 0;
}

function hashTargets() {
  const hashes = new Map();
  for (const target of TARGETS) {
    if (!existsSync(join(root, target))) continue;
    const paths = statSync(join(root, target)).isDirectory()
      ? readdirSync(join(root, target), { recursive: true }).map((path) => `${target}/${path}`)
      : [target];
    for (const path of paths)
      if (statSync(join(root, path)).isFile())
        hashes.set(
          path,
          createHash('sha256')
            .update(readFileSync(join(root, path)))
            .digest('hex'),
        );
  }
  return hashes;
}
