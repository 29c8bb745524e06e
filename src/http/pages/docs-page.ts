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
 * left to itself, Swagger UI reads it as YAML, which takes many times as long.
 */
export const DOCS_JS = `const readAsJson = () => ({
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson: (readAsYaml, { specActions }) => (text) => {
          let document;
          try {
            document = JSON.parse(text);
          } catch {
            return readAsYaml(text); // and tells what is wrong
          }
          return specActions.updateJsonSpec(document);
        },
      },
    },
  },
});
SwaggerUIBundle({
  dom_id: '#docs',
  url: 'openapi.json',
  plugins: [readAsJson],
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  validatorUrl: null,
});
`;
