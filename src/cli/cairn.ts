import { Command } from 'commander';
import { readVersion } from '../config/index.js';

const program = new Command('cairn').description('A metadata catalog served over HTTP.').version(readVersion());

/** Loads only the requested command; without one, all of them, for the help text. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import('./serve-command.js')).serveCommand(),
  token: async () => (await import('./token-command.js')).tokenCommand(),
  migrate: async () => (await import('./migrate-command.js')).migrateCommand(),
  info: async () => (await import('./info-command.js')).infoCommand(),
  'check-connection': async () => (await import('./check-connection-command.js')).checkConnectionCommand(),
  validate: async () => (await import('./validate-command.js')).validateCommand(),
  demo: async () => (await import('./demo-command.js')).demoCommand(),
  reindex: async () => (await import('./reindex-command.js')).reindexCommand(),
  'drop-create': async () => (await import('./drop-create-command.js')).dropCreateCommand(),
};

const called = COMMANDS[process.argv[2] ?? ''];
for (const load of called ? [called] : Object.values(COMMANDS)) program.addCommand(await load());
await program.parseAsync();
