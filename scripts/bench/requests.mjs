// The requests that are measured.
import { createTable } from './sample.mjs';

const json = 'application/json';

export const getByName = { method: 'GET', path: '/api/v1/tables/name/bench.d.{schema}.{table}' };
export const getWithFields = { method: 'GET', path: `${getByName.path}?fields=owners,tags` };
export const page = {
  method: 'GET',
  path: '/api/v1/tables?limit=50&fields=owners,tags&databaseSchema=bench.d.{schema}',
};
export const firstPage = { method: 'GET', path: '/api/v1/tables?limit=50' };

/** A page that begins behind a name; a cursor is the name and the id of a row. */
export function pageBehind(fqn) {
  const after = Buffer.from(JSON.stringify([fqn, ''])).toString('base64url');
  return { method: 'GET', path: `/api/v1/tables?limit=50&after=${after}` };
}

export const post = {
  method: 'POST',
  path: '/api/v1/tables',
  type: json,
  body: JSON.stringify(createTable('new_{n}', 'bench.d.s00000')),
};

export const patch = {
  method: 'PATCH',
  path: '/api/v1/tables/name/bench.d.{schema}.{table}',
  type: 'application/json-patch+json',
  body: JSON.stringify([{ op: 'add', path: '/description', value: 'Described anew, for the {n}th time' }]),
};
