/** Statements that check what a contract promises, in the SQL of each kind of source. Each returns one row, or metadata. */

export type SourceProduct = 'postgres' | 'mysql' | 'sqlite';

/** A table, as its source calls it. */
export interface SourceTable {
  /** Null: the one that the connection uses. */
  schema: string | null;
  name: string;
}

/** A name in SQL. */
export function quoteIdentifier(product: SourceProduct, name: string): string {
  return product === 'mysql' ? `\`${name.replaceAll('`', '``')}\`` : `"${name.replaceAll('"', '""')}"`;
}

export function quoteTable(product: SourceProduct, { schema, name }: SourceTable): string {
  return [...(schema === null ? [] : [schema]), name].map((part) => quoteIdentifier(product, part)).join('.');
}

function literal(product: SourceProduct, text: string): string {
  const quoted = text.replaceAll("'", "''");
  return `'${product === 'mysql' ? quoted.replaceAll('\\', '\\\\') : quoted}'`;
}

/** Rows `[name, type]`, one for each column of the table; none without the table. */
export function namedColumnsStatement(product: SourceProduct, { schema, name }: SourceTable): string {
  const text = (value: string) => literal(product, value);
  if (product === 'sqlite')
    return `select name, type from pragma_table_info(${text(name)}${schema === null ? '' : `, ${text(schema)}`}) order by cid`;
  const current = product === 'postgres' ? 'any (current_schemas(false))' : 'database()';
  const type =
    product === 'postgres' ? "case data_type when 'USER-DEFINED' then udt_name else data_type end" : 'data_type';
  return `select column_name, ${type} from information_schema.columns
    where table_name = ${text(name)} and table_schema = ${schema === null ? current : text(schema)} order by ordinal_position`;
}

export function allRowsStatement(product: SourceProduct, table: SourceTable): string {
  return `select count(*) from ${quoteTable(product, table)}`;
}

/** Number of rows whose value is null, or one of `texts`. */
export function missingStatement(
  product: SourceProduct,
  table: SourceTable,
  column: string,
  texts: readonly string[],
): string {
  const value = quoteIdentifier(product, column);
  const listed =
    texts.length > 0
      ? ` or ${asText(product, value)} in (${texts.map((text) => literal(product, text)).join(', ')})`
      : '';
  return `select count(*) from ${quoteTable(product, table)} where ${value} is null${listed}`;
}

/** Number of rows that repeat the values of an earlier one in these columns; rows with a null in all of them do not count. */
export function duplicatesStatement(product: SourceProduct, table: SourceTable, columns: readonly string[]): string {
  const list = columns.map((column) => quoteIdentifier(product, column));
  return `select coalesce(sum(n - 1), 0) from (select count(*) as n from ${quoteTable(product, table)}
    where not (${list.map((column) => `${column} is null`).join(' and ')}) group by ${list.join(', ')}) as counted`;
}

/**
 * Number of rows with a value that is not among `valid`, or does not match the pattern. Null if the source has no regular
 * expressions.
 */
export function invalidStatement(
  product: SourceProduct,
  table: SourceTable,
  column: string,
  { valid, pattern }: { valid?: readonly string[] | undefined; pattern?: string | undefined },
): string | null {
  if (pattern !== undefined && product === 'sqlite') return null;
  const value = quoteIdentifier(product, column);
  const text = asText(product, value);
  const conditions = [
    ...(valid
      ? [valid.length > 0 ? `${text} not in (${valid.map((one) => literal(product, one)).join(', ')})` : '1 = 1']
      : []),
    ...(pattern === undefined
      ? []
      : [`not ${text} ${product === 'postgres' ? '~' : 'regexp'} ${literal(product, pattern)}`]),
  ];
  return `select count(*) from ${quoteTable(product, table)} where ${value} is not null and (${conditions.join(' or ')})`;
}

/** Compared letter by letter; the collations of MySQL take EU and eu for the same. */
function asText(product: SourceProduct, value: string): string {
  return product === 'mysql' ? `cast(${value} as char) collate utf8mb4_bin` : `cast(${value} as text)`;
}
