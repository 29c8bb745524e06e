// The client that all writers and readers use: sends requests and records them for the check.
import { Agent, request } from 'node:http';
import { seen, tagOf } from './states.mjs';

export function createClient({ url, operations }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const send = (given) => exchange({ agent, url, ...given });

  /** The operation with `begun`, `ended` and `answer`; no `answer` if the connection broke or the server failed. */
  async function record({ kind, id, text, user, on, turned, ...sent }) {
    const operation = { kind, id, text, user, on, turned, ifMatch: tagOf(sent.ifMatch), method: sent.method ?? 'GET' };
    operation.begun = performance.now();
    const reply = await send(sent);
    operation.ended = performance.now();
    operation.status = reply.status;
    const lost = reply.status === 0 || reply.status >= 500;
    if (lost) await new Promise((done) => setTimeout(done, 20));
    if (reply.status === 500) operation.failed = JSON.stringify(reply.json);
    operation.answer = reply.status === 200 || reply.status === 201 ? shown(kind, reply) : null;
    if (kind === 'create' && operation.answer) operation.id = operation.answer.state.id;
    operation.lost = lost;
    operations.push(operation);
    return operation;
  }

  return { send, record };
}

function shown(kind, { json, headers }) {
  switch (kind) {
    case 'list':
      return { states: json.data.map(seen), total: json.paging.total };
    case 'search':
      return { states: json.hits.hits.map(({ _source: source }) => seen(source)) };
    case 'versions':
      return { states: json.versions.map((text) => seen(JSON.parse(text))) };
    case 'follow':
      return {};
    default:
      return { state: seen(json), revision: tagOf(headers.etag), tag: headers.etag };
  }
}

function exchange({ agent, url, method = 'GET', path, body, token, ifMatch }) {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text === undefined ? {} : { 'content-type': `application/json${method === 'PATCH' ? '-patch+json' : ''}` }),
    ...(ifMatch ? { 'if-match': ifMatch } : {}),
  };
  return new Promise((done) => {
    const lost = () => done({ status: 0, json: null, headers: {} });
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (piece) => {
        answer += piece;
      });
      response.on('error', lost);
      response.on('close', () => {
        if (!response.complete) return lost();
        done({ status: response.statusCode, json: parsed(answer), headers: response.headers });
      });
    });
    sent.on('error', lost);
    sent.end(text);
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
