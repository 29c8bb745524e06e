/** Links that name what a test case is about: `<#E::table::{fqn}>` or `<#E::table::{fqn}::columns::{column}>`. Pure. */
import { catalogError } from '../../../../contract/index.js';
import { joinFqn, splitFqn } from '../../../catalog/index.js';
import {
  columnPath,
  findColumnInAnyCase,
  requireColumn,
  type StoredTable,
  splitColumnFqn,
} from '../../table/columns/columns.js';
import { TESTED } from '../edges.js';

export interface EntityLink {
  tableFqn: string;
  /** Name or path of a column; null for the table itself. */
  column: string | null;
}

/** Throws 400 for a link that names anything but a table or one of its columns. */
export function readEntityLink(link: unknown): EntityLink {
  const text = typeof link === 'string' ? link : '';
  const match = /^<#E::(\w+)::(.+)>$/su.exec(text);
  const [type, rest] = [match?.[1], match?.[2]];
  if (type === undefined || rest === undefined) throw refused(text, 'it must look like <#E::table::fqn>');
  if (type !== TESTED) throw refused(text, `tests are about a ${TESTED} or its columns`);
  const [tableFqn = '', field, column, ...more] = rest.split('::');
  if (tableFqn === '' || more.length > 0) throw refused(text, 'it must look like <#E::table::fqn::columns::name>');
  if (field === undefined) return { tableFqn, column: null };
  if (field !== 'columns') throw refused(text, 'only columns of a table can be tested');
  if (column === undefined || column === '') throw refused(text, 'it must name a column');
  return { tableFqn, column };
}

/** The link with the path of its column as in FQNs. 400 if the table has no such column. */
export function settledLink({ column }: EntityLink, table: StoredTable): string {
  const fqn = String(table.fullyQualifiedName);
  return linkText(fqn, column === null ? '' : columnPath(table, requireColumn(table, column, findColumnInAnyCase)));
}

export function linkText(tableFqn: string, path: string): string {
  return `<#E::${TESTED}::${tableFqn}${path === '' ? '' : `::columns::${path}`}>`;
}

/** FQN of a case: that of what it is about, and its name. */
export function caseFqn(link: string, name: string): string {
  const { tableFqn, column } = readEntityLink(link);
  return joinFqn(column === null ? tableFqn : `${tableFqn}.${column}`, name);
}

/** What a case is about, by its FQN. */
export function aboutOf(fqn: string): { tableFqn: string; path: string; entityFqn: string; link: string } {
  const { tableFqn, columnPath: below } = splitColumnFqn(fqn);
  const parts = splitFqn(below);
  const path = parts.slice(0, -1).reduce<string | null>((above, part) => joinFqn(above, part), null) ?? '';
  return { tableFqn, path, entityFqn: path === '' ? tableFqn : `${tableFqn}.${path}`, link: linkText(tableFqn, path) };
}

function refused(link: string, rule: string) {
  return catalogError('BAD_REQUEST', `entityLink: ${link.slice(0, 300)} is not valid, ${rule}`);
}
