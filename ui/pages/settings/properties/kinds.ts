/** Kinds of custom properties, and what has to be said of them besides a name. */
export const KINDS = [
  'string',
  'markdown',
  'integer',
  'number',
  'email',
  'date-cp',
  'dateTime-cp',
  'time-cp',
  'duration',
  'timestamp',
  'timeInterval',
  'enum',
  'entityReference',
  'entityReferenceList',
  'hyperlink-cp',
  'sqlQuery',
  'table-cp',
] as const;

export type Kind = (typeof KINDS)[number];

export function isKind(name: string): name is Kind {
  return KINDS.some((kind) => kind === name);
}

/** Formats that can be chosen; the first is the usual. */
export const FORMATS: Partial<Record<Kind, readonly string[]>> = {
  'date-cp': ['yyyy-MM-dd', 'dd MMM yyyy', 'MM/dd/yyyy', 'dd/MM/yyyy', 'dd-MM-yyyy', 'yyyyDDD', 'd MMMM yyyy'],
  'dateTime-cp': [
    'yyyy-MM-dd HH:mm:ss',
    'MMM dd HH:mm:ss yyyy',
    'MM/dd/yyyy HH:mm:ss',
    'dd/MM/yyyy HH:mm:ss',
    'dd-MM-yyyy HH:mm:ss',
  ],
  'time-cp': ['HH:mm:ss'],
};
