/** Converts columns of contracts to properties of the standard and back. Pure. */
import { type Column, isObject, type JsonObject } from '../../../../contract/index.js';
import { equal } from '../../../catalog/index.js';
import { dataTypeNamed, dataTypeOf, logicalTypeOf, objectsIn, textIn } from '../../../odcs/index.js';

const PLAIN_FIELDS = [
  'name',
  'displayName',
  'description',
  'dataType',
  'arrayDataType',
  'dataLength',
  'precision',
  'scale',
  'dataTypeDisplay',
  'constraint',
] as const;

/** The fields of a column that the standard has as well. */
export type PlainColumn = Pick<Column, (typeof PLAIN_FIELDS)[number]> & { children?: PlainColumn[] };

/** The name of the column of a property: the physical name, as in the database. */
export function columnName(property: JsonObject): string {
  return textIn(property.physicalName) ?? textIn(property.name) ?? '';
}

/** The column that a property describes. `types`: the names of all types of columns. */
export function columnOf(property: JsonObject, types: readonly string[]): PlainColumn {
  const physical = textIn(property.physicalType);
  const logical = textIn(property.logicalType);
  const dataType = (physical === undefined ? undefined : dataTypeNamed(physical, types)) ?? dataTypeOf(logical);
  const items = isObject(property.items) ? property.items : undefined;
  const children = objectsIn(property.properties ?? items?.properties).map((inner) => columnOf(inner, types));
  const [displayName, description] = [textIn(property.businessName), textIn(property.description)];
  const constraint = constraintOf(property);
  const size = sizeOf(property, physical, dataType);
  return {
    name: columnName(property),
    ...(displayName === undefined ? {} : { displayName }),
    ...(description === undefined ? {} : { description }),
    dataType,
    ...(items ? { arrayDataType: columnOf(items, types).dataType } : {}),
    ...size,
    ...(physical === undefined || physical === sizedType({ dataType, ...size }) ? {} : { dataTypeDisplay: physical }),
    ...(constraint === undefined ? {} : { constraint }),
    ...(children.length > 0 ? { children } : {}),
  };
}

/** `varchar(20)`, `numeric(10, 2)`, or a maximum length among the options. */
function sizeOf(
  property: JsonObject,
  physical: string | undefined,
  dataType: string,
): Pick<PlainColumn, 'dataLength' | 'precision' | 'scale'> {
  const [, first, second] = /\(\s*(\d{1,9})\s*(?:,\s*(\d{1,9})\s*)?\)/.exec(physical ?? '') ?? [];
  if (['DECIMAL', 'NUMERIC', 'NUMBER'].includes(dataType))
    return first === undefined
      ? {}
      : { precision: Number(first), ...(second === undefined ? {} : { scale: Number(second) }) };
  const { maxLength } = isObject(property.logicalTypeOptions) ? property.logicalTypeOptions : {};
  const length = first !== undefined ? Number(first) : maxLength;
  return typeof length === 'number' && Number.isSafeInteger(length) && length > 0 ? { dataLength: length } : {};
}

function constraintOf({ primaryKey, unique, required }: JsonObject): PlainColumn['constraint'] {
  return primaryKey === true ? 'PRIMARY_KEY' : unique === true ? 'UNIQUE' : required === true ? 'NOT_NULL' : undefined;
}

/** The fields of a stored column that the standard has as well. */
export function plainColumn(column: Column): PlainColumn {
  const { name, dataType, children } = column;
  const given = PLAIN_FIELDS.map((field) => [field, column[field]] as const);
  const plain = Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ''));
  return { name, dataType, ...plain, ...(children?.length ? { children: children.map(plainColumn) } : {}) };
}

/** The property, changed only where it differs from the column. */
export function propertyOf(column: PlainColumn, stored: JsonObject | undefined, types: readonly string[]): JsonObject {
  const before = stored ? columnOf(stored, types) : null;
  if (stored && before && equal(before, column)) return stored;
  const property: JsonObject = { ...stored };
  const changed = (...fields: (keyof PlainColumn)[]) =>
    !before || fields.some((field) => !equal(before[field] ?? null, column[field] ?? null));
  if (!stored) Object.assign(property, { name: column.name, physicalName: column.name });
  if (changed('displayName')) set(property, 'businessName', column.displayName);
  if (changed('description')) set(property, 'description', column.description);
  if (changed('constraint')) setConstraint(property, column.constraint);
  if (changed('dataType', 'dataTypeDisplay', 'dataLength', 'precision', 'scale', 'arrayDataType'))
    setType(property, column);
  if (changed('children', 'dataType', 'arrayDataType')) setChildren(property, column, types);
  return property;
}

function set(holder: JsonObject, field: string, value: unknown): void {
  if (value === undefined) delete holder[field];
  else holder[field] = value;
}

function setConstraint(property: JsonObject, constraint: PlainColumn['constraint']): void {
  const fields = { primaryKey: 'PRIMARY_KEY', unique: 'UNIQUE', required: 'NOT_NULL' } as const;
  for (const [field, value] of Object.entries(fields)) set(property, field, constraint === value ? true : undefined);
}

/** The text of a type with its size: `DECIMAL(10, 2)`. */
function sizedType({
  dataType,
  dataLength,
  precision,
  scale,
}: Pick<PlainColumn, 'dataType' | 'dataLength' | 'precision' | 'scale'>): string {
  if (precision !== undefined) return `${dataType}(${precision}${scale === undefined ? '' : `, ${scale}`})`;
  return dataLength === undefined ? dataType : `${dataType}(${dataLength})`;
}

function setType(property: JsonObject, column: PlainColumn): void {
  const { dataType, dataTypeDisplay } = column;
  property.physicalType = dataTypeDisplay ?? sizedType(column);
  const logical = logicalTypeOf(dataType);
  if (property.logicalType !== logical) delete property.logicalTypeOptions;
  set(property, 'logicalType', logical);
  if (isObject(property.logicalTypeOptions) && property.logicalTypeOptions.maxLength !== undefined) {
    const { maxLength: _, ...options } = property.logicalTypeOptions;
    set(property, 'logicalTypeOptions', Object.keys(options).length > 0 ? options : undefined);
  }
}

function setChildren(property: JsonObject, column: PlainColumn, types: readonly string[]): void {
  const stored = objectsIn(property.properties ?? (isObject(property.items) ? property.items.properties : undefined));
  const properties = column.children?.map((child) =>
    propertyOf(
      child,
      stored.find((one) => columnName(one) === child.name),
      types,
    ),
  );
  delete property.properties;
  delete property.items;
  if (column.dataType === 'ARRAY') {
    const logical =
      column.arrayDataType === undefined ? (properties ? 'object' : undefined) : logicalTypeOf(column.arrayDataType);
    const physicalType = column.arrayDataType;
    const items = {
      ...(physicalType ? { physicalType } : {}),
      ...(logical ? { logicalType: logical } : {}),
      ...(properties ? { properties } : {}),
    };
    if (Object.keys(items).length > 0) property.items = items;
  } else set(property, 'properties', properties);
}
