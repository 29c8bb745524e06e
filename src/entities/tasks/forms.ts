/**
 * Forms of tasks: JSON Schemas for the values of a new task or of a step. Only keywords are checked
 * whose cost is bounded by the size of the value; patterns are for the pages that show a form.
 */
import {
  type CreateTask,
  catalogError,
  isObject,
  parseObject,
  type Task,
  type TaskAvailableTransition,
  type TaskFormSchema,
} from '../../../contract/index.js';
import type { Fields, Scope } from '../../catalog/index.js';
import { type EntityRow, getEntityById, listEntities } from '../../storage/index.js';

type Form = Partial<TaskFormSchema>;

/** The form for this type of task; 400 if the payload does not fit it. */
export async function formOf({ type, payload }: Pick<CreateTask, 'type' | 'payload'>, scope: Scope): Promise<Fields> {
  const conditions = [{ by: 'equals', field: 'taskType', values: [type] }] as const;
  const rows = await listEntities(scope.sql, { type: 'taskFormSchema', conditions, limit: MOST_FORMS });
  const row = chosen(rows, type, payload);
  if (!row) return {};
  const form = parseObject<Form>(row.doc);
  if (payload !== undefined) refuseMisfit(payload, form.createFormSchema ?? form.formSchema, row.name);
  return { taskFormSchemaId: row.id, taskFormSchemaVersion: form.version ?? row.version / 10 };
}

const MOST_FORMS = 100;

/** The form for a payload. A task type can have one for each kind of suggestion, such as `TagSuggestion`. */
function chosen(rows: readonly EntityRow[], type: string, payload: unknown): EntityRow | undefined {
  const { suggestionType }: Fields = isObject(payload) ? payload : {};
  const named = (wanted: string) => rows.find(({ name }) => name === wanted);
  return named(`${String(suggestionType)}Suggestion`) ?? named(type) ?? rows[0];
}

interface Given {
  transitionId?: string | undefined;
  comment?: string | undefined;
  payload?: Fields | undefined;
}

/** Checks the values of a step against its form. 400 if they do not fit. */
export async function checkForm(
  { taskFormSchemaId }: Pick<Task, 'taskFormSchemaId'>,
  step: Pick<TaskAvailableTransition, 'id' | 'label' | 'formRef'>,
  given: Given,
  scope: Scope,
): Promise<void> {
  const row = taskFormSchemaId === undefined ? undefined : await getEntityById(scope.sql, taskFormSchemaId);
  const { transitionForms }: Form = row ? parseObject(row.doc) : {};
  const form: unknown = transitionForms?.[step.formRef ?? step.id];
  if (!row || !isObject(form)) return;
  const { comment, payload } = given;
  if (form.requiresComment === true && given.transitionId !== undefined && !comment?.trim())
    throw catalogError('BAD_REQUEST', `comment is required to ${step.label.toLowerCase()} the task`);
  if (payload === undefined) return;
  refuseMisfit({ ...(comment === undefined ? {} : { comment }), ...payload }, form.formSchema, row.name);
}

function refuseMisfit(value: unknown, schema: unknown, form: string): void {
  const wrong = misfit(value, schema, 'payload', 0);
  if (wrong) throw catalogError('BAD_REQUEST', `${wrong} in the form ${form}`);
}

const MOST_DEPTH = 20;

/** The first problem of a value, as a phrase; null if it fits. */
function misfit(value: unknown, schema: unknown, at: string, depth: number): string | null {
  if (!isObject(schema) || depth > MOST_DEPTH) return null;
  const { type, enum: allowed } = schema;
  const types = typesIn(type);
  if (types.length > 0 && !types.some((one) => isOf(one, value))) return `${at}: must be of the type ${types.join()}`;
  if (Array.isArray(allowed) && !allowed.some((one) => JSON.stringify(one) === JSON.stringify(value)))
    return `${at}: must be one of ${allowed.map(String).join(', ').slice(0, 300)}`;
  const size = outOfBounds(value, schema);
  if (size) return `${at}: ${size}`;
  if (Array.isArray(value)) return firstOf(value, (item, i) => misfit(item, schema.items, `${at}[${i}]`, depth + 1));
  return isObject(value) ? misfitInside(value, schema, at, depth) : null;
}

function misfitInside(value: Fields, schema: Fields, at: string, depth: number): string | null {
  const { required, properties, additionalProperties } = schema;
  const missing = (Array.isArray(required) ? required : []).map(String).filter((name) => value[name] === undefined);
  if (missing.length > 0)
    return `${at}: ${missing.join(', ').slice(0, 300)} ${missing.length > 1 ? 'are' : 'is'} required`;
  const known: Fields = isObject(properties) ? properties : {};
  return firstOf(Object.entries(value), ([name, inner]) => {
    if (Object.hasOwn(known, name)) return misfit(inner, known[name], `${at}.${name}`, depth + 1);
    if (additionalProperties === false) return `${at}.${name.slice(0, 100)}: is not a field`;
    return misfit(inner, additionalProperties, `${at}.${name.slice(0, 100)}`, depth + 1);
  });
}

function firstOf<T>(items: readonly T[], of: (item: T, i: number) => string | null): string | null {
  for (const [i, item] of items.entries()) {
    const found = of(item, i);
    if (found !== null) return found;
  }
  return null;
}

const typesIn = (type: unknown) => (Array.isArray(type) ? type : type === undefined ? [] : [type]).map(String);

function isOf(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Keyword, what it measures, and what is wrong beyond it. */
const BOUNDS: readonly (readonly [string, (value: unknown) => unknown, 'least' | 'most', string])[] = [
  ['minimum', (value) => value, 'least', 'must be at least'],
  ['maximum', (value) => value, 'most', 'must be at most'],
  [
    'minLength',
    (value) => (typeof value === 'string' ? value.length : null),
    'least',
    'must have a length of at least',
  ],
  ['maxLength', (value) => (typeof value === 'string' ? value.length : null), 'most', 'must have a length of at most'],
  ['minItems', (value) => (Array.isArray(value) ? value.length : null), 'least', 'must have at least as many items as'],
  ['maxItems', (value) => (Array.isArray(value) ? value.length : null), 'most', 'must have at most as many items as'],
];

function outOfBounds(value: unknown, schema: Fields): string | null {
  return firstOf(BOUNDS, ([keyword, measure, side, text]) => {
    const [bound, size] = [schema[keyword], measure(value)];
    if (typeof bound !== 'number' || typeof size !== 'number') return null;
    return (side === 'least' ? size < bound : size > bound) ? `${text} ${bound}` : null;
  });
}

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** Throws 400 for a form whose schemas are invalid. */
export function checkFormSchemas({ formSchema, createFormSchema, transitionForms }: Form): void {
  checkRoot(formSchema, 'formSchema');
  if (createFormSchema !== undefined) checkRoot(createFormSchema, 'createFormSchema');
  for (const [step, form] of Object.entries<unknown>(transitionForms ?? {})) {
    const at = `transitionForms.${step.slice(0, 100)}`;
    if (!isObject(form)) throw catalogError('BAD_REQUEST', `${at}: must be an object`);
    if (form.formSchema !== undefined) checkRoot(form.formSchema, `${at}.formSchema`);
  }
}

/** What people fill in is an object: no task would fit a form of another type. */
function checkRoot(schema: unknown, at: string): void {
  checkSchema(schema, at, 0);
  const types = typesIn(isObject(schema) ? schema.type : undefined);
  if (types.length > 0 && !types.includes('object')) throw catalogError('BAD_REQUEST', `${at}: type must be object`);
}

function checkSchema(schema: unknown, at: string, depth: number): void {
  const refuse = (rule: string) => catalogError('BAD_REQUEST', `${at.slice(0, 300)}: ${rule}`);
  if (!isObject(schema)) throw refuse('must be an object');
  if (depth > MOST_DEPTH) throw refuse(`must not be deeper than ${MOST_DEPTH} levels`);
  const unknown = typesIn(schema.type).find((type) => !TYPES.includes(type));
  if (unknown !== undefined) throw refuse(`type must be one of ${TYPES.join(', ')}`);
  const { required = [], enum: allowed = [], properties = {}, items, additionalProperties } = schema;
  if (!Array.isArray(required) || required.some((name) => typeof name !== 'string'))
    throw refuse('required must be a list of names');
  if (!Array.isArray(allowed)) throw refuse('enum must be a list');
  if (!isObject(properties)) throw refuse('properties must be an object');
  for (const [name, inner] of Object.entries(properties)) checkSchema(inner, `${at}.${name}`, depth + 1);
  if (items !== undefined) checkSchema(items, `${at}.items`, depth + 1);
  if (isObject(additionalProperties)) checkSchema(additionalProperties, `${at}.additionalProperties`, depth + 1);
}
