import { stringify } from 'yaml';

/** Writes plain data as YAML 1.2, without aliases and without folding long texts, so that it is parsed to the same data. */
export function writeYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0, version: '1.2' });
}
