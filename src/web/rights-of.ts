import { isObject } from '../../contract/index.js';

/** A summary of the user's rights for the pages. `maybe`: it depends on the entity. */
export interface Rights {
  [resource: string]: { allow: string[]; maybe: string[] };
}

/**
 * The answer of `/v1/permissions` in a form fifty times as short: without the rules, and without what is not allowed. Pages ask the
 * server about one entity before they offer what depends on it.
 */
export function rightsOf(answer: unknown): Rights {
  const rights: Rights = {};
  for (const { resource, permissions } of listOf(answer, 'data')) {
    const allow: string[] = [];
    const maybe: string[] = [];
    for (const { operation, access } of listOf({ permissions }, 'permissions'))
      if (access === 'allow') allow.push(String(operation));
      else if (access === 'conditionalAllow' || access === 'conditionalDeny') maybe.push(String(operation));
    if (allow.length + maybe.length > 0) rights[String(resource)] = { allow, maybe };
  }
  return rights;
}

function listOf(value: unknown, key: string): Record<string, unknown>[] {
  const list = isObject(value) ? value[key] : [];
  return Array.isArray(list) ? list.filter(isObject) : [];
}
