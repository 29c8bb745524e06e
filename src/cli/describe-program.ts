/** What docs/coverage.md and the README say about routes and types, from the lists that the server itself uses. */
import { type Coverage, coverageOf } from '../../contract/coverage.js';
import { assemble } from '../assemble.js';
import { type EntityType, groupOf } from '../catalog/index.js';
import { readConfig } from '../config/index.js';

export interface Described {
  /** Text of docs/coverage.md. */
  coverage: string;
  /** Table of types for the README. */
  types: string;
  /** Errors in the table of reasons. */
  problems: readonly string[];
}

/** `endpoints`: those of the interface. Opens no database. */
export function describeProgram(endpoints: readonly string[]): Described {
  const { catalog, routes } = assemble({
    config: readConfig({}, {}),
    publicUrl: 'http://localhost',
    secretKey: new Uint8Array(32),
  });
  const found = coverageOf(
    endpoints,
    routes.map(({ method, path }) => `${method} ${path}`),
  );
  return { coverage: coverageText(found), types: typeTable(catalog.registry.types), problems: found.problems };
}

function coverageText({ rows }: Coverage): string {
  const answered = rows.filter(({ reason }) => reason === null).length;
  const lines = rows.map(({ endpoint, reason }) => `| \`${endpoint}\` | ${reason ?? 'answers'} |\n`);
  return `# Coverage of the interface

Of the ${rows.length} endpoints of the interface, ${answered} answer; for each other one the table gives the reason. Paths are
relative to \`/api\`. Generated from the routes that the server registers, \`contract/endpoints.json\` and \`contract/coverage.ts\`
by \`npm run gen\`.

| endpoint | state |
| - | - |
${lines.join('')}`;
}

function typeTable(types: readonly EntityType[]): string {
  const byGroup = [...types].sort((a, b) => (groupOf(a) < groupOf(b) ? -1 : 1));
  const rows = byGroup.map((type) => `| ${groupOf(type)} | \`${type.path}\` | ${type.about} |\n`);
  return `| type | path below \`/api\` | what it is |\n| - | - | - |\n${rows.join('')}`;
}

/** An operation as the generator of the client sees it. */
export interface DescribedOperation {
  operationId: string;
  method: string;
  path: string;
  query: readonly { name: string; required: boolean; schema: object }[];
  /** Its schema, media type and whether it must be sent; null for an operation without a body. */
  body: { schema: unknown; media: string; required: boolean } | null;
  /** Schema and media type of the first successful answer; null where it has no body. */
  answer: { schema: unknown; media: string } | null;
}

/** The operations of the OpenAPI document, as data. Opens no database. */
export function describeOperations(): DescribedOperation[] {
  const { routes } = assemble({
    config: readConfig({}, {}),
    publicUrl: 'http://localhost',
    secretKey: new Uint8Array(32),
  });
  return routes.map(({ method, path, docs: { operationId, query = [], body, answers } }) => {
    const answer = Object.values(answers)[0];
    return {
      operationId: operationId.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase()),
      method,
      path,
      query: query.map(({ name, required = false, schema }) => ({ name, required, schema })),
      body: body
        ? {
            schema: body.schema,
            media: [body.media ?? JSON_MEDIA].flat()[0] ?? JSON_MEDIA,
            required: body.required ?? false,
          }
        : null,
      answer: answer?.schema ? { schema: answer.schema, media: answer.media ?? JSON_MEDIA } : null,
    };
  });
}

const JSON_MEDIA = 'application/json';
