import type { TagLabel } from 'cairn/contract';
import { plainText } from '../../kit/texts/markdown.js';

export interface Column {
  name: string;
  displayName?: string;
  fullyQualifiedName?: string;
  dataType?: string;
  dataTypeDisplay?: string;
  constraint?: string;
  description?: string;
  tags?: TagLabel[];
  children?: Column[];
}

/** A column with its place in the entity, for patches. */
export interface Placed {
  column: Column;
  path: string;
  children?: Placed[];
}

export function placed(columns: readonly Column[], path: string): Placed[] {
  return columns.map((column, i) => {
    const own = `${path}/${i}`;
    const { children = [] } = column;
    return {
      column,
      path: own,
      ...(children.length > 0 ? { children: placed(children, `${own}/children`) } : {}),
    };
  });
}

const searched = new WeakMap<Column, string>();

/** What a filter looks at; made when somebody filters, as a table may have very many columns. */
export function searchTextOf(column: Column): string {
  const { name, displayName = '', description = '' } = column;
  const text = searched.get(column) ?? `${name} ${displayName} ${plainText(description)}`.toLowerCase();
  searched.set(column, text);
  return text;
}

export function keyOfColumn({ fullyQualifiedName, name }: Column): string {
  return fullyQualifiedName ?? name;
}
