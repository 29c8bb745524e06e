/** Declares one option: its syntax, its allowed values and its meaning. */
interface OptionBase {
  /** One sentence, as shown by `--help` and in the documentation. */
  about: string;
  /** Omitted from responses and logs that show the configuration. */
  secret?: boolean;
}

export type Option = OptionBase &
  (
    | { type: 'text'; default: string; pattern?: RegExp; shape?: string }
    /** `severalHosts`: also with a list of hosts, `postgres://one:1,two:2/name`. */
    | { type: 'url'; default: string; schemes: readonly string[]; severalHosts?: boolean }
    | { type: 'integer'; default: number; min: number; max: number }
    /** Written `500ms`, `30s`, `10m`, `12h`, `7d`; read as milliseconds. */
    | { type: 'duration'; default: string; min?: string; max?: string }
    /** Written `512KiB`, `32MiB` or as a number of bytes; read as bytes. */
    | { type: 'size'; default: string }
    | { type: 'boolean'; default: boolean }
    | { type: 'choice'; default: string; choices: readonly string[] }
    /** Items separated by commas. */
    | {
        type: 'list';
        default: readonly string[];
        pattern?: RegExp;
        /** Checks each item, where a pattern cannot. */
        accepts?: (item: string) => boolean;
        shape?: string;
      }
  );

export type OptionTable = Readonly<Record<string, Option>>;

/** The type of an option's parsed value. */
export type OptionValue<O extends Option> = O extends { type: 'integer' | 'duration' | 'size' }
  ? number
  : O extends { type: 'boolean' }
    ? boolean
    : O extends { type: 'list' }
      ? readonly string[]
      : O extends { type: 'choice'; choices: readonly (infer C)[] }
        ? C
        : string;

/** `bulkLimit` on the command line: `--bulk-limit`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `bulkLimit` in the environment: `CAIRN_BULK_LIMIT`. */
export function environmentOf(name: string): string {
  return `CAIRN_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}
