// What the generated requests are aimed at: a catalog with a few entities of every type.
import { loadProgram } from './load-program.mjs';

const COPIES = 4;

/**
 * Fills the catalog behind `url` (with `/api`) with entities of every type that clients create. Returns by collection
 * (`/v1/tables`) its `type`, the `bodies` of the requests, and the `entities` that lists show.
 */
export async function fillCatalog(url, token) {
  const { entityTypes, fixtures, createWorld } = await loadProgram('scripts/types-and-fixtures.ts');
  const send = senderOf(url, token);
  const world = createWorld({ send });
  const filled = {};
  for (const { name: type, path } of entityTypes) {
    const create = fixtures.find((fixture) => fixture.type === type)?.create;
    const bodies = [];
    for (let i = 0; create && i < COPIES; i++) {
      const body = await create(world.unique(`one-of-${type.toLowerCase()}-`), world);
      const { status, text } = await send('POST', path, { body });
      if (status >= 300) throw new Error(`POST ${path}: ${status} ${text.slice(0, 500)}`);
      bodies.push(body);
    }
    filled[path] = { type, bodies };
  }
  for (const [path, one] of Object.entries(filled)) one.entities = await entitiesOf(path, send);
  return filled;
}

/** Some are not listed, or only with parameters. */
async function entitiesOf(path, send) {
  const { status, body } = await send('GET', `${path}?limit=50&include=all`);
  return status === 200 && Array.isArray(body?.data) ? body.data : [];
}

function senderOf(url, token) {
  return async (method, path, { body } = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : undefined };
  };
}
