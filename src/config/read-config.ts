import { keysOf } from '../../contract/json.js';
import { environmentOf, flagOf, type OptionValue } from './option.js';
import { OPTIONS } from './option-table.js';
import { defaultText, parseOption } from './parse-option.js';

export type OptionName = keyof typeof OPTIONS;

/** All options, parsed and validated. Durations are in milliseconds, sizes in bytes. */
export type Config = { readonly [Name in OptionName]: OptionValue<(typeof OPTIONS)[Name]> };

/** One or more options are wrong; the message has a line for each. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/** Reads all options. A flag takes precedence over the environment, which takes precedence over the default. */
export function readConfig(
  flags: Readonly<Partial<Record<OptionName, string>>> = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const problems = unknownVariables(environment);
  const values: Record<string, unknown> = {};
  for (const name of optionNames()) {
    const option = OPTIONS[name];
    const [source, text] = given(name, flags, environment);
    if (text === '' && option.default === '') {
      values[name] = '';
      continue;
    }
    const parsed = parseOption(option, text);
    if ('wrong' in parsed) problems.push(`${source} ${parsed.wrong}${'secret' in option ? '' : `, not "${text}"`}.`);
    else values[name] = parsed.value;
  }
  if (problems.length) throw new ConfigError(problems);
  return values as Config; // every option of the table has a value now
}

export function optionNames(): OptionName[] {
  return keysOf(OPTIONS);
}

function given(
  name: OptionName,
  flags: Readonly<Partial<Record<OptionName, string>>>,
  environment: Readonly<Record<string, string | undefined>>,
): [source: string, text: string] {
  const flag = flags[name];
  if (flag !== undefined) return [flagOf(name), flag];
  const variable = environment[environmentOf(name)];
  if (variable !== undefined) return [environmentOf(name), variable];
  return [flagOf(name), defaultText(OPTIONS[name])];
}

function unknownVariables(environment: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set(optionNames().map(environmentOf));
  return Object.keys(environment)
    .filter((variable) => /^CAIRN_(?!TEST_|E2E_|FUZZ_|BENCH_)/.test(variable) && !known.has(variable))
    .map((variable) => `${variable} is not an option of this server.`);
}
