import { Command } from 'commander';
import type { BootstrapResult } from '../../access/index.js';
import { readConfig } from '../../config/index.js';
import { orFail } from '../fail.js';
import { addFlags, givenFlags } from '../option-flags.js';

/** `cairn serve`: starts the server; `npm start` builds first if needed. */
export function serveCommand(): Command {
  const command = new Command('serve').description('Start the server.').option('--demo', 'Load sample data first.');
  return addFlags(command).action(({ demo, ...options }: { demo?: boolean } & Record<string, unknown>) =>
    orFail(async () => {
      const config = readConfig(givenFlags(options));
      const { serve } = await import('../../main.js');
      const running = await serve(config, demo ? { prepare: () => loadSample(options) } : {});
      // Whoever reads the greeting may stop the server at once.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(running));
      console.log(running.greeting);
    }),
  );
}

/** Resolves to the administrator that was created if the catalog is new. */
async function loadSample(options: Readonly<Record<string, unknown>>): Promise<BootstrapResult> {
  const [{ withStore }, { loadDemo }] = await Promise.all([import('../with-store.js'), import('./demo-command.js')]);
  return withStore(options, loadDemo, { alone: true });
}

async function stop({ close }: { close(): Promise<void> }): Promise<void> {
  await orFail(close);
  process.exit();
}
