/** The rules that ship with the product, as the interface names them. Disabled: a catalog is not stricter than its clients expect. */
import type { SemanticsRule } from '../../../contract/index.js';

const BY_PEOPLE = ['user', 'team', 'persona', 'bot'];

export function shippedRules(): SemanticsRule[] {
  const one = (field: string) => ({ '<=': [{ length: { var: field } }, 1] });
  return [
    shipped(
      'Multiple Users or Single Team Ownership',
      'Validates that an entity has either multiple owners or a single team as the owner.',
      { multipleUsersOrSingleTeamOwnership: { var: 'owners' } },
    ),
    shipped(
      'Multiple Domains are not allowed',
      'Validates that an entity is assigned to a single domain, except for users and teams.',
      one('domains'),
      { ignoredEntities: BY_PEOPLE },
    ),
    shipped(
      'Multiple Data Products are not allowed',
      'Validates that an entity is assigned to a single data product.',
      one('dataProducts'),
    ),
    shipped(
      'Tables can only have a single Glossary Term',
      'Validates that a table has only one glossary term.',
      { '<=': [{ length: { filterTagsBySource: [{ var: 'tags' }, 'Glossary'] } }, 1] },
      { entityType: 'table' },
    ),
    shipped(
      'Data Product Domain Validation',
      "Validates that Data Products assigned to an entity match the entity's domains.",
      { validateDataProductDomainMatch: [{ var: 'dataProducts' }, { var: 'domains' }] },
      { ignoredEntities: BY_PEOPLE },
    ),
  ];
}

function shipped(name: string, description: string, rule: object, more: Partial<SemanticsRule> = {}): SemanticsRule {
  return { name, description, rule: JSON.stringify(rule), enabled: false, provider: 'system', ...more };
}
