import type { Fields } from '../catalog/index.js';

/**
 * A PUT that leaves a field out arrives with its default. Where the default says nothing of the writer's wish, what is stored stays:
 * `defaults` names such fields with their default.
 */
export function keepUnsaid(core: Fields, stored: Fields | null, defaults: Readonly<Fields>): void {
  if (!stored) return;
  for (const [field, value] of Object.entries(defaults))
    if (core[field] === value && stored[field] !== undefined) core[field] = stored[field];
}
