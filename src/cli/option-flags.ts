import { type Command, Option } from 'commander';
import { flagOf, OPTIONS, type OptionName, optionNames } from '../config/index.js';

/** Adds flags from the option table to a command. Environment variables and defaults are resolved later. */
export function addFlags(command: Command, names: readonly OptionName[] = optionNames()): Command {
  for (const name of names) {
    const option = OPTIONS[name];
    command.addOption(new Option(`${flagOf(name)} ${wordOf(option)}`, option.about).preset('true'));
  }
  return command;
}

function wordOf(option: (typeof OPTIONS)[OptionName]): string {
  if (option.type === 'boolean') return '[true|false]';
  return option.type === 'choice' ? `<${option.choices.join('|')}>` : `<${option.type}>`;
}

/** The given flags, as text for `readConfig`. */
export function givenFlags(options: Readonly<Record<string, unknown>>): Partial<Record<OptionName, string>> {
  const given: Partial<Record<OptionName, string>> = {};
  for (const name of optionNames()) if (typeof options[name] === 'string') given[name] = options[name];
  return given;
}

/** Options that locate the data; every command that opens it accepts them. */
export const DATA_OPTIONS: readonly OptionName[] = ['data', 'databaseUrl', 'secretKey', 'logLevel'];
