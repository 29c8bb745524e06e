import { build } from 'esbuild';
import { root } from './run.mjs';

/** What a TypeScript file of the project exports, with all that it imports. */
export async function loadSource(entry) {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
}
