import { Command } from 'commander';
import { readVersion } from '../config/index.js';
import { commands } from './commands.js';

const program = new Command('cairn').description('A metadata catalog served over HTTP.').version(readVersion());

// Only the requested command is loaded; without one, all of them, for the help text.
const requested = commands[process.argv[2] ?? ''];
for (const load of requested ? [requested] : Object.values(commands)) program.addCommand(await load());
await program.parseAsync();
