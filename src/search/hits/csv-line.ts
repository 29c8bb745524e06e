/** One record of a CSV file (RFC 4180), with its line end. Pure. */
export function csvLine(values: readonly string[]): string {
  return `${values.map(csvValue).join(',')}\r\n`;
}

/** Quoted where it must be; what a spreadsheet would take for a formula gets an apostrophe before it. */
function csvValue(value: string): string {
  const safe = /^\s*[=+\-@]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
