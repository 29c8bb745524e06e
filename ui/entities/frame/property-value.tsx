// Values of custom properties as people read them: links, references, times, small tables.

import { textOf } from '../../kit/diff.js';
import { formatTime } from '../../words/format.js';
import { ReferenceChip } from '../fields/chips.js';
import type { Reference } from '../fields/values.js';
import classes from './frame.module.css';
import type { Property } from './property.js';

export interface TableValue {
  columns?: string[];
  rows?: Record<string, string>[];
}

export function PropertyValue({ property: { propertyType }, value }: { property: Property; value: unknown }) {
  if (value === undefined || value === null) return null;
  switch (propertyType?.name) {
    case 'hyperlink-cp': {
      const { url = '', displayText } = value as { url?: string; displayText?: string };
      return /^https?:/.test(url) ? (
        <a href={url} rel="noreferrer noopener">
          {displayText || url}
        </a>
      ) : (
        url
      );
    }
    case 'entityReference':
      return <ReferenceChip reference={value as Reference} />;
    case 'entityReferenceList':
      return (value as Reference[]).map((one) => <ReferenceChip key={one.id} reference={one} />);
    case 'enum':
      return Array.isArray(value) ? value.join(', ') : String(value);
    case 'timestamp':
      return formatTime(Number(value));
    case 'timeInterval': {
      const { start, end } = value as { start?: number; end?: number };
      return [start, end].map((time) => (time === undefined ? '' : formatTime(time))).join(' – ');
    }
    case 'table-cp':
      return <SmallTable value={value as TableValue} />;
    default:
      return textOf(value);
  }
}

function SmallTable({ value: { columns = [], rows = [] } }: { value: TableValue }) {
  return (
    <table className={classes.small}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name
          <tr key={i}>
            {columns.map((column) => (
              <td key={column}>{row[column]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
