import type { TagLabel } from 'cairn/contract';
import { plainText } from '../../kit/markdown.js';

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
  /** What a filter looks at. */
  search: string;
  children?: Placed[];
}

export function placed(columns: readonly Column[], path: string): Placed[] {
  return columns.map((column, i) => {
    const own = `${path}/${i}`;
    const { name, displayName = '', description = '', children = [] } = column;
    return {
      column,
      path: own,
      search: `${name} ${displayName} ${plainText(description)}`.toLowerCase(),
      ...(children.length > 0 ? { children: placed(children, `${own}/children`) } : {}),
    };
  });
}

export function keyOfColumn({ fullyQualifiedName, name }: Column): string {
  return fullyQualifiedName ?? name;
}
