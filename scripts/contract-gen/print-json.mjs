// Prints JSON with short values on one line, so that a schema has about one line a property and diffs stay readable.
const lineWidth = 120;

export function printJson(value, indent = '', lead = 0) {
  const flat = flatJson(value);
  if (flat.length + indent.length + lead <= lineWidth || typeof value !== 'object' || value === null) return flat;
  const inner = `${indent} `;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return wrapStrings(value, indent, inner);
  const lines = Array.isArray(value)
    ? value.map((item) => inner + printJson(item, inner))
    : Object.entries(value).map(([key, item]) => {
        const name = `${inner}${JSON.stringify(key)}: `;
        return name + printJson(item, inner, name.length - inner.length);
      });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function flatJson(value) {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${flatJson(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

function wrapStrings(values, indent, inner) {
  const lines = [];
  let line = '';
  for (const [index, value] of values.entries()) {
    const part = JSON.stringify(value) + (index < values.length - 1 ? ',' : '');
    if (line !== '' && inner.length + line.length + part.length + 1 > lineWidth) {
      lines.push(inner + line);
      line = part;
    } else line = line === '' ? part : `${line} ${part}`;
  }
  return `[\n${[...lines, inner + line].join('\n')}\n${indent}]`;
}
