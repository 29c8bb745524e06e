/** One record of a CSV file (RFC 4180), including the line end. Pure. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Quoted where necessary; a value that a spreadsheet would evaluate as a formula is prefixed with an apostrophe. */
function csvValue(value: string): string {
  const safe = /^\s*[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
