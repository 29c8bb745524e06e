// Writes the table of errors into docs/errors.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadSource } from './load-source.mjs';
import { root } from './run.mjs';

const { errors } = await loadSource('contract/errors.ts');

const INTRODUCTION = `# Errors

Every error has the body \`{"code": 404, "errorType": "ENTITY_NOT_FOUND", "message": "..."}\`; the message says what is wrong.
Responses with 429 and 503 carry \`Retry-After\`. Generated from \`contract/errors.ts\` by \`npm run gen\`.

| status | errorType | when |
| - | - | - |
`;
const rows = Object.values(errors).map(({ status, errorType, when }) => `| ${status} | \`${errorType}\` | ${when} |\n`);
writeFileSync(join(root, 'docs/errors.md'), INTRODUCTION + rows.join(''));
