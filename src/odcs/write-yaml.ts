import { stringify } from 'yaml';

/** Plain data as YAML 1.2, without aliases and with long texts unfolded, so that it is read as the same data. */
export function writeYaml(value: unknown): string {
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 0, version: '1.2' });
}
