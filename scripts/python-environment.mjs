// Python programs for tests: a virtual environment made once and kept in the user's cache.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { capture } from './run.mjs';

const READY = 'ready';

/**
 * The `bin` folder of an environment that holds `packages`, as `{ bin }`, or `{ missing }`: one line that says why
 * there is none. `name` must change with the packages.
 */
export function pythonEnvironment(name, packages) {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'cairn', name);
  if (existsSync(join(folder, READY))) return { bin: join(folder, 'bin') };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  console.error(`installing ${packages.join(' ')} into ${folder} ...`);
  for (const [program, ...args] of commands(folder, packages)) {
    const { code, output } = capture(program, args);
    if (code === 0) continue;
    rmSync(folder, { recursive: true, force: true });
    return { missing: `${program} ${args[0]}: ${output.trim().split('\n').at(-1)}` };
  }
  writeFileSync(join(folder, READY), '');
  return { bin: join(folder, 'bin') };
}

function commands(folder, packages) {
  const python = join(folder, 'bin', 'python');
  if (capture('uv', ['--version']).code === 0)
    return [
      ['uv', 'venv', '--quiet', '--allow-existing', folder],
      ['uv', 'pip', 'install', '--quiet', '--python', python, ...packages],
    ];
  return [
    ['python3', '-m', 'venv', folder],
    [python, '-m', 'pip', 'install', '--quiet', ...packages],
  ];
}
