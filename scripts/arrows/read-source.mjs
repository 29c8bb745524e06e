// What the rules ask of a source file, read from its syntax tree.
import { parseSync } from 'rolldown/utils';

const MUTATORS = new Set([
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
]);
// Properties whose strings name a field of an answer, or the group of a route in the OpenAPI document.
const LABELS = new Set(['tag', 'field', 'alias']);
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet']);

/**
 * @typedef {{ line: number }} Place
 * @typedef {Place & { specifier: string, typeOnly: boolean, target?: string }} Import
 * @typedef {{ imports: Import[], strings: (Place & { value: string, isLabel?: true })[],
 *   patterns: (Place & { value: string })[], expressions: (Place & { text: string })[],
 *   state: (Place & { keyword: string, name: string })[], declared: string[], casts: number[] }} Facts
 */

/**
 * Facts about one TypeScript file, each with its line:
 * `imports` `{ specifier, line, typeOnly }` (static, re-exported, `import()` and `import('x').T`);
 * `strings` `{ value, line, isLabel }`, where the holes of a template are `?` (specifiers are left out); `isLabel` where the string
 *   is a literal type, a key, a parameter of an OpenAPI document or of a path, or one of `LABELS`;
 * `patterns` `{ value, line }`, the regular expressions;
 * `expressions` `{ text, line }`, the dotted names, calls without arguments and identifiers that rules look for;
 * `state` `{ keyword, name, line }`, the mutable variables of the module;
 * `declared`, the `name` of every `defineX({ name: '...' })`; `casts`, the lines of `as` other than `as const`.
 * @param {string} path
 * @param {string} text
 * @returns {Facts}
 */
export function readSource(path, text) {
  const { program, errors } = parseSync(path, text);
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`);
  const lineAt = lineFinder(text);
  const facts = {
    imports: [],
    strings: [],
    patterns: [],
    labels: new Set(),
    expressions: [],
    state: [],
    declared: [],
    casts: [],
  };
  const changed = new Set();
  walk(program, (node) => {
    const line = () => lineAt(node.start);
    const read = READERS[node.type];
    read?.(node, facts, line, changed);
  });
  changed.delete(undefined); // of what is no plain name
  for (const variable of moduleVariables(program))
    if (isState(variable, changed))
      facts.state.push({ keyword: variable.keyword, name: variable.name, line: lineAt(variable.start) });
  const specifiers = new Set(facts.imports.map(({ source }) => source));
  const { labels, ...read } = facts;
  const strings = facts.strings
    .filter(({ node }) => !specifiers.has(node))
    .map(({ value, line, node }) => ({ value, line, ...(labels.has(node) ? { isLabel: true } : {}) }));
  return { ...read, strings };
}

const importing = (kind) => (node, facts, line) => {
  if (!node.source) return;
  const named = node.specifiers ?? [];
  const typeOnly = node[kind] === 'type' || (named.length > 0 && named.every((one) => one[kind] === 'type'));
  facts.imports.push({ specifier: node.source.value, line: line(), typeOnly, source: node.source });
};

const READERS = {
  ImportDeclaration: importing('importKind'),
  ExportNamedDeclaration: importing('exportKind'),
  ExportAllDeclaration: importing('exportKind'),
  ImportExpression(node, facts, line) {
    if (node.source.type !== 'Literal') return;
    facts.imports.push({ specifier: node.source.value, line: line(), typeOnly: false, source: node.source });
  },
  TSImportType(node, facts, line) {
    facts.imports.push({ specifier: node.source.value, line: line(), typeOnly: true, source: node.source });
  },
  Literal(node, facts, line) {
    if (typeof node.value === 'string') facts.strings.push({ value: node.value, line: line(), node });
    if (node.regex) facts.patterns.push({ value: node.regex.pattern, line: line() });
  },
  TSLiteralType(node, facts) {
    facts.labels.add(node.literal);
  },
  Property(node, facts) {
    facts.labels.add(node.key);
    if (LABELS.has(node.key.name)) facts.labels.add(node.value);
  },
  // A parameter of an OpenAPI document: `{ name, schema }`, and where it is: `in`.
  ObjectExpression({ properties }, facts) {
    const values = new Map(properties.map(({ key, value }) => [key?.name, value]));
    if (!values.has('schema') || !values.has('name')) return;
    facts.labels.add(values.get('name')).add(values.get('in'));
  },
  BinaryExpression(node, facts) {
    if (node.operator === 'in') facts.labels.add(node.left);
  },
  TemplateLiteral(node, facts, line) {
    facts.strings.push({ value: node.quasis.map(({ value }) => value.raw).join('?'), line: line(), node });
  },
  MemberExpression(node, facts, line) {
    const { object, property, computed } = node;
    if (object.type === 'Identifier' && !computed)
      facts.expressions.push({ text: `${object.name}.${property.name}`, line: line() });
  },
  Identifier(node, facts, line) {
    facts.expressions.push({ text: node.name, line: line() });
  },
  NewExpression(node, facts, line) {
    if (node.callee.type === 'Identifier' && node.arguments.length === 0)
      facts.expressions.push({ text: `new ${node.callee.name}()`, line: line() });
  },
  CallExpression(node, facts, _line, changed) {
    const { callee } = node;
    if (callee.type === 'MemberExpression' && MUTATORS.has(callee.property.name)) changed.add(callee.object.name);
    if (callee.type === 'Identifier' && /^define[A-Z]/.test(callee.name)) facts.declared.push(...declaredName(node));
    // A parameter of the path, by name.
    if (callee.type === 'Identifier' && callee.name === 'parameter') facts.labels.add(node.arguments[1]);
  },
  AssignmentExpression(node, _facts, _line, changed) {
    if (node.left.type === 'MemberExpression') changed.add(node.left.object.name);
  },
  UpdateExpression(node, _facts, _line, changed) {
    if (node.argument.type === 'MemberExpression') changed.add(node.argument.object.name);
  },
  UnaryExpression(node, _facts, _line, changed) {
    if (node.operator === 'delete' && node.argument.type === 'MemberExpression') changed.add(node.argument.object.name);
  },
  TSAsExpression(node, facts, line) {
    if (node.typeAnnotation.typeName?.name !== 'const') facts.casts.push(line());
  },
};

function declaredName({ arguments: [declaration] }) {
  const named = declaration?.properties?.find(({ key }) => key?.name === 'name');
  return typeof named?.value?.value === 'string' ? [named.value.value] : [];
}

function moduleVariables(program) {
  return program.body
    .map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
    .filter((node) => node?.type === 'VariableDeclaration' && !node.declare)
    .flatMap(({ kind, declarations }) =>
      declarations.map(({ id, init, start }) => ({ keyword: kind, name: id.name, init, start })),
    );
}

// An empty collection can only be there to be filled; a filled one is state when the file changes it.
function isState({ keyword, name, init }, changed) {
  if (keyword !== 'const') return true;
  const value = init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression' ? init.expression : init;
  const content = contentOf(value);
  return content !== undefined && (content === 0 || changed.has(name));
}

// How many items a collection is made with; undefined for what is no collection.
function contentOf(value) {
  if (value?.type === 'ArrayExpression') return value.elements.length;
  if (value?.type === 'ObjectExpression') return value.properties.length;
  if (value?.type === 'NewExpression' && COLLECTIONS.has(value.callee.name)) return value.arguments.length;
  return undefined;
}

function walk(node, visit) {
  visit(node);
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const item of value) if (item?.type) walk(item, visit);
    } else if (value?.type) walk(value, visit);
  }
}

function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
