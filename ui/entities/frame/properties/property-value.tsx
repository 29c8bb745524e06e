// Values of custom properties as people read them: links, references, times, small tables.

import { textOf } from '../../../kit/texts/diff.js';
import { formatTime } from '../../../words/format.js';
import { ReferenceChip, ReferenceChips } from '../../fields/chips.js';
import type { Reference } from '../../fields/values.js';
import { PlainTable } from '../../plain-table.js';
import classes from '../frame.module.css';
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
      return <ReferenceChips references={value as Reference[]} />;
    case 'enum':
      return Array.isArray(value) ? value.join(', ') : String(value);
    case 'timestamp':
      return formatTime(Number(value));
    case 'timeInterval': {
      const { start, end } = value as { start?: number; end?: number };
      return [start, end].map((time) => (time === undefined ? '' : formatTime(time))).join(' – ');
    }
    case 'table-cp': {
      const { columns = [], rows = [] } = value as TableValue;
      const values = rows.map((row) => columns.map((column) => row[column]));
      return <PlainTable className={classes.small} columns={columns} rows={values} />;
    }
    default:
      return textOf(value);
  }
}
