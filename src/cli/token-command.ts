import { Command } from 'commander';

export function tokenCommand(): Command {
  return new Command('token');
}
