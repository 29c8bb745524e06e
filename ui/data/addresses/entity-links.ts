/** Entity links, as the API names an entity or a part of it: `<#E::table::a.b.c::columns::id>`. Pure. */

/** Null for a name that no entity link can hold. */
export function entityLink(type: string, fqn: string): string | null {
  return fqn === '' || /[<>|\n]|::|:$/.test(fqn) ? null : `<#E::${type}::${fqn}>`;
}

export interface LinkedEntity {
  type: string;
  fqn: string;
  /** What follows the entity: `['columns', 'id', 'description']`. */
  part: readonly string[];
}

export function readEntityLink(text: string): LinkedEntity | null {
  const [, type = '', rest = ''] = /^<#E::(\w+)::([^<>\n]+)>$/.exec(text) ?? [];
  const [fqn = '', ...part] = rest.split('::');
  return fqn === '' ? null : { type, fqn, part };
}
