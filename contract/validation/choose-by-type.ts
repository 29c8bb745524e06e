// Chooses the schema of an object in a large union: by a property of the enclosing object (serviceType, pipelineType),
// else by its own `type`.
import { isObject } from '../json.js';
import { pipelineConfigSchema } from '../pipeline-configs.js';
import { keyOfRef } from '../schema-store.js';

export interface ByTypeError {
  rule: string;
  /** JSON pointer to the invalid property, relative to the value. */
  at: string;
  params: Record<string, unknown>;
}

/** The schema keys of which the value has to match one, or the reason why it can match none. */
export function chooseByType(
  byType: Readonly<Record<string, readonly string[]>>,
  value: Record<string, unknown>,
  root: unknown,
): readonly string[] | ByTypeError {
  const { type } = value;
  const keysOf = (name: unknown) =>
    typeof name === 'string' && Object.hasOwn(byType, name) ? (byType[name] ?? []).map(keyOfRef) : undefined;
  const enclosing = isObject(root) ? root : {};
  if (typeof enclosing.serviceType === 'string' && root !== value) {
    const keys = keysOf(enclosing.serviceType);
    if (keys) return keys;
    if (type === undefined && Object.keys(value).length > 0) {
      return {
        rule: 'unsupported',
        at: '',
        params: { reason: `services of type ${enclosing.serviceType} have no connection` },
      };
    }
  }
  const expected = pipelineKey(enclosing);
  const byOwnType = keysOf(type);
  if (byOwnType) return expected && byOwnType.includes(expected) ? [expected] : byOwnType;
  if (type !== undefined) return { rule: 'enum', at: '/type', params: { allowedValues: Object.keys(byType) } };
  if (expected) return [expected];
  return Object.keys(value).length === 0 ? [] : Object.values(byType).flat().map(keyOfRef);
}

function pipelineKey({ pipelineType, service }: Record<string, unknown>): string | undefined {
  if (typeof pipelineType !== 'string') return undefined;
  const entityType = isObject(service) && typeof service.type === 'string' ? service.type : undefined;
  return pipelineConfigSchema(pipelineType, entityType) ?? undefined;
}
