// Reads the type notation of the schema reference ("array<ref:type/tagLabel> (1..) !unique =null") into a small tree.
// The tree: { kind, ...parts, nullable, min, max, exclusiveMin, exclusiveMax, step, pattern, flags, default }.

const suffixes = [
  [/^\?/, (node) => (node.nullable = true)],
  [/^ \((>?)(-?[\d.]+?)?\.\.(<?)(-?[\d.]+)?\)/, readRange],
  [/^ \/(.+?)\/(?=$| =| !| x | \||>)/, (node, m) => (node.pattern = m[1])],
  [/^ x ?([\d.]+)/, (node, m) => (node.step = Number(m[1]))],
  [/^ !(\w+)/, (node, m) => node.flags.push(m[1])],
];

function readRange(node, [, open, min, close, max]) {
  if (min !== undefined) node[open ? 'exclusiveMin' : 'min'] = Number(min);
  if (max !== undefined) node[close ? 'exclusiveMax' : 'max'] = Number(max);
}

/** Parses one notation; throws when a part of it is not understood. */
export function parseNotation(text) {
  const cursor = { rest: text };
  const node = readType(cursor);
  if (cursor.rest.startsWith(' =')) {
    node.default = cursor.rest.slice(2);
    cursor.rest = '';
  }
  if (cursor.rest !== '') throw new Error(`notation not understood at "${cursor.rest}" in "${text}"`);
  return node;
}

function readType(cursor) {
  const node = { flags: [], ...readHead(cursor) };
  for (let found = true; found; ) {
    found = false;
    for (const [pattern, apply] of suffixes) {
      const match = pattern.exec(cursor.rest);
      if (!match) continue;
      apply(node, match);
      cursor.rest = cursor.rest.slice(match[0].length);
      found = true;
    }
  }
  return node;
}

function readHead(cursor) {
  const take = (pattern) => {
    const match = pattern.exec(cursor.rest);
    if (match) cursor.rest = cursor.rest.slice(match[0].length);
    return match;
  };
  let match = take(/^(array|map|oneOf|anyOf)</);
  if (match) {
    const items = [readType(cursor)];
    while (take(/^ \| /)) items.push(readType(cursor));
    if (!take(/^>/)) throw new Error(`">" expected at "${cursor.rest}"`);
    return match[1] === 'array' || match[1] === 'map' ? { kind: match[1], of: items[0] } : { kind: 'union', of: items };
  }
  match = take(/^enum\[((?:"[^"]*"|[^\]"])*)\]/);
  if (match) return { kind: 'enum', values: match[1].match(/"[^"]*"|[^,]+/g).map((v) => v.replace(/^"|"$/g, '')) };
  match = take(/^const<([^>]*)>/);
  if (match) return { kind: 'const', value: match[1] };
  match = take(/^ref:([^\s|>?]+)/);
  if (match) return { kind: 'ref', key: match[1] };
  if (take(/^object\{\}/)) return { kind: 'empty' };
  match = take(/^(string|integer|number|boolean|null|object|array|any)(?::([\w-]+))?(?![\w-])/);
  if (match) return { kind: match[1], format: match[2] };
  match = take(/^[\w-]+/);
  if (match) return { kind: 'ref', key: `type/basic#${match[0]}` };
  throw new Error(`type expected at "${cursor.rest}"`);
}
