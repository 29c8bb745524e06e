/** What the enabled intake form of a type asks for before an entity is accepted. */
import { catalogError, type IntakeForm, isObject } from '../../../contract/index.js';
import { at, type Fields, readDocument, type Scope, systemActor } from '../../catalog/index.js';
import { type EntityRow, listEntities, type RowFilter } from '../../storage/index.js';

const MOST_FORMS = 1000;
const EXTENSION = 'extension';

/** The enabled forms of a type, the one that was changed last first. */
export async function enabledForms(entityType: string, filter: RowFilter, { sql }: Scope): Promise<EntityRow[]> {
  const rows = await listEntities(sql, {
    type: 'intakeForm',
    conditions: [
      { by: 'equals', field: 'entityType', values: [entityType] },
      { by: 'boolean', field: 'enabled', value: true },
    ],
    filter,
    limit: MOST_FORMS,
  });
  return rows.sort((a, b) => b.updated_at - a.updated_at);
}

/**
 * Refuses a create request that leaves a required field of the form empty, with 400. Forms apply to everybody, whether
 * they may see them or not; to new entities only, since older ones were accepted as they are. A form cannot ask for
 * native fields that requests of the type do not have.
 */
export async function refuseUnfilled(typeName: string, create: Fields, stored: unknown, scope: Scope): Promise<void> {
  if (stored !== null || scope.actor.id === systemActor.id) return;
  const [form] = await enabledForms(typeName, { kind: 'all' }, scope);
  if (!form) return;
  const { formFields = [], requiredFields = [] } = readDocument<IntakeForm>(form);
  const { contract, registry } = scope.catalog;
  const known = contract.resolve(contract.schema(registry.get(typeName).create ?? '')).properties ?? {};
  for (const { fieldPath, fieldLabel, fieldKind, errorMessage } of [
    ...formFields.filter(({ required }) => required),
    ...requiredFields,
  ]) {
    const isFilled = fieldKind === 'customProperty' ? hasProperty(create, fieldPath) : has(create, fieldPath, known);
    if (!isFilled)
      throw catalogError('BAD_REQUEST', `${fieldPath}: ${errorMessage || `${fieldLabel} is required for ${typeName}`}`);
  }
}

function has(create: Fields, path: string, known: object): boolean {
  const [top = ''] = path.split('.');
  return !Object.hasOwn(known, top) || isFilled(at(create, path));
}

/** Custom properties are named with or without `extension.`. */
function hasProperty({ extension }: Fields, path: string): boolean {
  const name = path.startsWith(`${EXTENSION}.`) ? path.slice(EXTENSION.length + 1) : path;
  return isObject(extension) && Object.hasOwn(extension, name) && isFilled(extension[name]);
}

function isFilled(value: unknown): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return !isObject(value) || Object.keys(value).length > 0;
}
