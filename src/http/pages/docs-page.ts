/** The page at `/docs`: Swagger UI from its package. URLs are relative, so that a proxy can add a prefix. */

export const DOCS_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cairn API</title>
<link rel="icon" type="image/png" href="docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script src="docs/open.js"></script>
</body>
</html>
`;

/**
 * Groups start collapsed: rendering a thousand operations takes a browser many seconds. The document is read as the JSON it is;
 * left to itself, Swagger UI reads it as YAML, which takes many times as long. Swagger UI gets an outline, because it copies what
 * it gets several times, and goes through all of it for each operation that is opened. Of an opened operation it gets what
 * that needs.
 */
export const DOCS_JS = `let whole = {}; // the document

const outlined = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson: (readAsYaml, { specActions }) => (text) => {
          try {
            whole = JSON.parse(text);
          } catch {
            return readAsYaml(text); // and tells what is wrong
          }
          return specActions.updateJsonSpec(outlineOf(whole));
        },
      },
    },
  },
  afterLoad({ fn }) {
    const resolve = fn.resolveSubtree;
    Object.assign(this.fn, { resolveSubtree: (_, path, options) => resolve(partOf(whole, path), path, options) });
  },
});

/** The document with what lists of operations show. */
function outlineOf(document) {
  const methodsOf = (item) =>
    mapped(item, ({ tags, summary, operationId, deprecated, security }) => ({
      tags, summary, operationId, security, ...(deprecated ? { deprecated } : {}),
    }));
  const { securitySchemes } = document.components;
  return { ...document, paths: mapped(document.paths, methodsOf), components: { securitySchemes } };
}

/** The document with nothing but the value at the path and the components that it refers to, directly or not. */
function partOf(document, path) {
  const { securitySchemes } = document.components;
  const part = { ...document, paths: {}, components: { securitySchemes } };
  const found = new Set();
  const look = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const { $ref } = value;
    if (typeof $ref === 'string' && $ref.startsWith('#/') && !found.has($ref)) {
      found.add($ref);
      look(copyValue(document, keysOf($ref), part));
    }
    Object.values(value).forEach(look);
  };
  look(copyValue(document, path, part));
  return part;
}

/** Puts the value at the path where it is in the document, and returns it. */
function copyValue(from, [key, ...path], to) {
  const value = from?.[key];
  if (value === undefined) return undefined;
  to[key] = path.length === 0 ? value : { ...to[key] };
  return path.length === 0 ? value : copyValue(value, path, to[key]);
}

function keysOf(reference) {
  return reference.slice(2).split('/').map((key) => decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}

SwaggerUIBundle({
  dom_id: '#docs',
  url: 'openapi.json',
  plugins: [outlined],
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
`;
