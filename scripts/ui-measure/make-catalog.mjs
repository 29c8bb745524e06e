// The catalog that the pages are measured with: many tables, one with very many columns, and a glossary of very many terms.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { copyOf, dataOf, FORMAT, indexVersion } from '../bench/make-data.mjs';
import { schemaName } from '../bench/sample.mjs';
import { startServer } from '../bench/server-process.mjs';

export const USER = { name: 'measurer', email: 'measurer@example.com', password: 'Correct-horse-7' };
export const SCHEMA = `bench.d.${schemaName(0)}`;
export const WIDE = 'table_of_many_columns';
export const GLOSSARY = 'Everything';
const PIECE = 100;

/** The folder of a catalog with so many tables, columns in one of them, and terms right below one glossary; kept for the next time. */
export async function catalogOf({ tables, columns, terms }, folder) {
  const place = join(folder, `pages-${tables}-${columns}-${terms}-v${FORMAT}-${indexVersion()}`);
  if (existsSync(place)) return place;
  const making = `${place}.making`;
  rmSync(making, { recursive: true, force: true });
  copyOf(await dataOf(tables, folder), making);
  const began = performance.now();
  const server = await startServer(making);
  try {
    await fill((method, path, body) => send(server, method, path, body), columns, terms);
  } finally {
    await server.stop();
  }
  renameSync(making, place);
  console.log(`  made ${columns} columns and ${terms} terms in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  return place;
}

async function fill(request, columns, terms) {
  const { name, email, password } = USER;
  const account = { password, confirmPassword: password, createPasswordType: 'ADMIN_CREATE', isAdmin: true };
  await request('PUT', 'users', { name, email, ...account });
  await request('PUT', 'tables', {
    name: WIDE,
    databaseSchema: SCHEMA,
    columns: Array.from({ length: columns }, (_, i) => ({ name: `column_${i}`, dataType: 'STRING' })),
  });
  await request('PUT', 'glossaries', { name: GLOSSARY, description: 'All terms of the measurement' });
  for (let i = 0; i < terms; i += PIECE) {
    const size = Math.min(PIECE, terms - i);
    const of = (n) => ({ name: termName(n), glossary: GLOSSARY, description: `What ${termName(n)} means` });
    await request(
      'POST',
      'glossaryTerms/createMany',
      Array.from({ length: size }, (_, j) => of(i + j)),
    );
  }
}

export const termName = (n) => `Term ${String(n).padStart(6, '0')}`;

async function send({ url, token }, method, path, body) {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${(await response.text()).slice(0, 500)}`);
}
