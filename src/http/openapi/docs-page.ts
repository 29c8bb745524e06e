/** The page at `/docs`: shows the OpenAPI document without asking any other host. */

export const DOCS_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn API</title>
<link rel="stylesheet" href="/docs/page.css">
</head>
<body>
<header><h1>Cairn API</h1><input id="search" type="search" placeholder="Find an operation" aria-label="Find an operation"></header>
<main id="groups"><p>Loading the API description…</p></main>
<script type="module" src="/docs/page.js"></script>
</body>
</html>
`;

export const DOCS_CSS = `:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
header { display: flex; gap: 1rem; align-items: baseline; flex-wrap: wrap; }
input { flex: 1; font: inherit; padding: .4rem .6rem; }
h2 { margin: 2rem 0 .5rem; }
details { border-top: 1px solid #8884; padding: .35rem 0; }
summary { cursor: pointer; }
.method { display: inline-block; width: 4.5rem; font-weight: 600; }
code, pre { font: 13px/1.45 ui-monospace, monospace; }
pre { overflow: auto; padding: .6rem; background: #8881; }
table { border-collapse: collapse; margin: .5rem 0; }
td, th { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0; }
.deprecated { text-decoration: line-through; }
`;

export const DOCS_JS = `const main = document.getElementById('groups');
const search = document.getElementById('search');
const element = (name, text, className) => {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
};
const answer = await fetch('/openapi.json');
const api = await answer.json();
const named = (ref) => ref.split('/').pop();
const typeText = (schema) => {
  if (!schema) return '';
  if (schema.$ref) return named(schema.$ref);
  if (schema.type === 'array') return typeText(schema.items) + '[]';
  if (schema.enum) return schema.enum.join(' | ');
  return [schema.type, schema.format].filter(Boolean).join(' ');
};
const schemaBlock = (schema) => {
  const block = element('div');
  const ref = schema.$ref ?? schema.items?.$ref ?? schema.properties?.data?.items?.$ref;
  block.append(element('code', typeText(schema) || 'object'));
  if (!ref) return block;
  const target = api.components.schemas[named(ref)];
  const rows = element('table');
  for (const [name, field] of Object.entries(target.properties ?? {})) {
    const row = element('tr');
    row.append(element('td', name + (target.required?.includes(name) ? ' *' : '')), element('td', typeText(field)), element('td', field.description ?? ''));
    rows.append(row);
  }
  const folded = element('details');
  folded.append(element('summary', named(ref)), rows);
  block.append(folded);
  return block;
};
const parameterRows = (parameters) => {
  const rows = element('table');
  for (const { name, in: place, description, schema, required } of parameters) {
    const row = element('tr');
    row.append(element('td', name + (required ? ' *' : '')), element('td', place), element('td', typeText(schema)), element('td', description ?? ''));
    rows.append(row);
  }
  return rows;
};
const show = (path, method, operation) => {
  const block = element('details');
  const head = element('summary', undefined, operation.deprecated ? 'deprecated' : '');
  head.append(element('span', method.toUpperCase(), 'method'), element('code', '/api' + path), ' ' + operation.summary);
  block.append(head);
  block.addEventListener('toggle', () => {
    if (block.childElementCount > 1) return;
    if (operation.parameters?.length) block.append(element('h4', 'Parameters'), parameterRows(operation.parameters));
    for (const [media, { schema }] of Object.entries(operation.requestBody?.content ?? {})) block.append(element('h4', 'Body, ' + media), schemaBlock(schema));
    block.append(element('h4', 'Responses'));
    for (const [status, given] of Object.entries(operation.responses)) {
      const response = given.$ref ? api.components.responses[named(given.$ref)] : given;
      block.append(element('p', status + ' ' + response.description));
      const content = given.$ref ? undefined : Object.values(response.content ?? {})[0];
      if (content?.schema) block.append(schemaBlock(content.schema));
    }
  });
  return block;
};
const render = () => {
  const wanted = search.value.toLowerCase();
  const groups = new Map(api.tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods))
      if ((method + ' ' + path + ' ' + operation.summary).toLowerCase().includes(wanted)) groups.get(operation.tags[0])?.push(show(path, method, operation));
  main.replaceChildren();
  for (const [name, operations] of groups) if (operations.length) main.append(element('h2', name), ...operations);
};
search.addEventListener('input', render);
render();
`;
