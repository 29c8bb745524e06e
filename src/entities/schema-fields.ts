import type { PartRule } from '../catalog/index.js';

/** The fields of a schema (of messages, documents, requests), at `path`. `below`: see `PartRule`. */
export function schemaFields(path: string, below?: string): PartRule {
  return {
    path,
    children: 'children',
    nameList: 'fieldNames',
    major: ['dataType'],
    tagged: true,
    kept: ['description', 'displayName'],
    ...(below === undefined ? {} : { below }),
  };
}
