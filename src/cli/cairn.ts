import { Command } from 'commander';
import { readVersion } from '../assemble.js';
import { checkConnectionCommand } from './check-connection-command.js';
import { dropCreateCommand } from './drop-create-command.js';
import { infoCommand } from './info-command.js';
import { migrateCommand } from './migrate-command.js';
import { serveCommand } from './serve-command.js';
import { tokenCommand } from './token-command.js';
import { validateCommand } from './validate-command.js';

const program = new Command('cairn')
  .description('A catalog of metadata, served over HTTP.')
  .version(readVersion())
  .addCommand(serveCommand())
  .addCommand(tokenCommand())
  .addCommand(migrateCommand())
  .addCommand(infoCommand())
  .addCommand(checkConnectionCommand())
  .addCommand(validateCommand())
  .addCommand(dropCreateCommand());

await program.parseAsync();
