import { type Command, Option } from 'commander';
import { flagOf, OPTIONS, type OptionName, optionNames } from '../config/index.js';

/** Adds flags from the option table to a command. Environment variables and defaults are read later, with the flags. */
export function addFlags(command: Command, names: readonly OptionName[] = optionNames()): Command {
  for (const name of names) {
    const { type, about } = OPTIONS[name];
    const value = type === 'boolean' ? ' [true|false]' : ` <${type}>`;
    command.addOption(new Option(`${flagOf(name)}${value}`, about).preset('true'));
  }
  return command;
}

/** The flags that were given, as text for `readConfig`. */
export function givenFlags(options: Readonly<Record<string, unknown>>): Partial<Record<OptionName, string>> {
  const given: Partial<Record<OptionName, string>> = {};
  for (const name of optionNames()) if (typeof options[name] === 'string') given[name] = options[name];
  return given;
}

/** Options that say where the data is; every command that opens it takes them. */
export const DATA_OPTIONS: readonly OptionName[] = ['data', 'databaseUrl', 'secretKey', 'logLevel'];
