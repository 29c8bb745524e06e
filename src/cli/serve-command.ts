import { Command } from 'commander';
import { readConfig } from '../config/index.js';
import { orFail } from './fail.js';
import { addFlags, givenFlags } from './option-flags.js';

/** `cairn serve`: runs until it is told to stop. */
export function serveCommand(): Command {
  return addFlags(new Command('serve').description('Serve the catalog.')).action((options) =>
    orFail(async () => {
      const config = readConfig(givenFlags(options));
      const { serve } = await import('../main.js');
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
