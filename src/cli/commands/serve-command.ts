import { Command } from 'commander';
import { readConfig } from '../../config/index.js';
import { orFail } from '../fail.js';
import { addFlags, givenFlags } from '../option-flags.js';

/** `cairn serve`: starts the server; `npm start` builds first if needed. */
export function serveCommand(): Command {
  const command = new Command('serve').description('Start the server.').option('--demo', 'Load sample data first.');
  return addFlags(command).action(({ demo, ...options }: { demo?: boolean } & Record<string, unknown>) =>
    orFail(async () => {
      if (demo) {
        const [{ withStore }, { loadDemo }] = await Promise.all([
          import('../with-store.js'),
          import('./demo-command.js'),
        ]);
        await withStore(options, loadDemo, { alone: true });
      }
      const config = readConfig(givenFlags(options));
      const { serve } = await import('../../main.js');
      const running = await serve(config);
      console.log(running.greeting);
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(running));
    }),
  );
}

async function stop({ close }: { close(): Promise<void> }): Promise<void> {
  await orFail(close);
  process.exit();
}
