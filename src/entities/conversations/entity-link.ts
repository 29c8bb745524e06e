/** Entity links: `<#E::table::service.database.schema.name::columns::id>` names an entity or a part of it. */
import { catalogError } from '../../../contract/index.js';
import { type EntityType, type Include, readRow, rowToChange, type Scope } from '../../catalog/index.js';
import type { EntityRow } from '../../storage/index.js';

export interface EntityLink {
  type: EntityType;
  fqn: string;
  /** What follows the entity: `columns::id::description`; '' for the entity itself. */
  part: string;
}

const MOST_TEXT = 4096;
const MOST_STEPS = 12;

/** Throws 400 for a text that is not an entity link, or one of an unknown type. `field` names the input in the message. */
export function parseEntityLink(text: string, field: string, scope: Pick<Scope, 'catalog'>): EntityLink {
  const [, name = '', rest = ''] = (text.length <= MOST_TEXT && /^<#E::(\w+)::([^<>\n]+)>$/.exec(text)) || [];
  const [fqn = '', ...steps] = rest.split('::');
  if (fqn === '' || steps.some((step) => step === '') || steps.length > MOST_STEPS)
    throw catalogError(
      'BAD_REQUEST',
      `${field} must be an entity link such as <#E::table::service.database.schema.name>`,
    );
  const type = scope.catalog.registry.find(name);
  if (!type) throw catalogError('BAD_REQUEST', `${field}: ${name.slice(0, 100)} is not a type of entities`);
  return { type, fqn, part: steps.join('::') };
}

export function entityLink(type: string, fqn: string, part = ''): string {
  return `<#E::${type}::${fqn}${part === '' ? '' : `::${part}`}>`;
}

/** The entity that a link names, as the actor may see it; 404 or 403. */
export async function linkedRow({ type, fqn }: EntityLink, include: Include, scope: Scope): Promise<EntityRow> {
  return readRow(type, { fqn }, include, scope);
}

/** The same, locked, so that it is not deleted while something about it is written. */
export async function linkedRowToKeep({ type, fqn }: EntityLink, scope: Scope): Promise<EntityRow> {
  return rowToChange(type, { fqn }, 'non-deleted', scope, ['ViewBasic']);
}
