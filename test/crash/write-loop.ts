// Clients that write until the server dies, and remember exactly what it acknowledged.
import type { Answer, Json, ServerProcess } from './server-process.js';

/** What the client knows of one entity. */
export interface Known {
  path: string;
  name: string;
  id: string | null;
  /** As acknowledged; null before it was created and after it was deleted for good. */
  state: State | null;
  /** `kind version` of each acknowledged write, in order. */
  events: string[];
  /** The write that was under way when the server died: it may be there, whole, or not at all. */
  open: { kind: string; state: State | null } | null;
}

export interface State {
  description: string;
  deleted: boolean;
}

export interface Memory {
  entities: Known[];
  /** Writes acknowledged so far. */
  acknowledged: number;
}

type Send = ServerProcess['send'];

interface Step {
  kind: string;
  state: State | null;
  send(): Promise<Answer>;
}

/** Writes one after the other until the connection breaks. Every answer must be a success. */
export async function writeUntilDeath(send: Send, memory: Memory, writer: string): Promise<void> {
  const mine: Known[] = [];
  for (let n = 0; ; n++) {
    const { known, step } = nextStep(send, mine, `${writer}-${n}`);
    known.open = { kind: step.kind, state: step.state };
    if (!mine.includes(known)) {
      mine.push(known);
      memory.entities.push(known);
    }
    let answer: Answer;
    try {
      answer = await step.send();
    } catch {
      return;
    }
    if (answer.status >= 300)
      throw new Error(`${step.kind} ${known.name}: ${answer.status} ${JSON.stringify(answer.json)}`);
    acknowledge(known, step, answer.json);
    memory.acknowledged += 1;
    if (known.state === null) mine.splice(mine.indexOf(known), 1);
  }
}

function acknowledge(known: Known, { kind, state }: Step, { id, version }: Json): void {
  known.id = id;
  known.events.push(`${kind} ${version}`);
  known.state = state;
  known.open = null;
}

function nextStep(send: Send, mine: readonly Known[], word: string): { known: Known; step: Step } {
  const live = mine.filter(({ state }) => state);
  const known = live[Math.floor(Math.random() * live.length)];
  if (!known || live.length < 3 || Math.random() < 0.4) return born(send, word);
  return { known, step: change(send, known, known.state as State, word) };
}

function born(send: Send, name: string): { known: Known; step: Step } {
  const table = Math.random() < 0.5;
  const path = table ? '/v1/tables' : '/v1/classifications';
  const columns = Array.from({ length: 12 }, (_, i) => ({
    name: `c${i}`,
    dataType: 'INT',
    description: `${name} ${i}`,
  }));
  const body = { name, description: name, ...(table ? { databaseSchema: 'crash.db.public', columns } : {}) };
  const known: Known = { path, name, id: null, state: null, events: [], open: null };
  const state = { description: name, deleted: false };
  return { known, step: { kind: 'entityCreated', state, send: () => send('POST', path, body) } };
}

function change(send: Send, { path, id }: Known, state: State, word: string): Step {
  const at = `${path}/${id}`;
  if (state.deleted)
    return {
      kind: 'entityRestored',
      state: { ...state, deleted: false },
      send: () => send('PUT', `${path}/restore`, { id }),
    };
  const luck = Math.random();
  if (luck < 0.15) return { kind: 'entityDeleted', state: null, send: () => send('DELETE', `${at}?hardDelete=true`) };
  if (luck < 0.3)
    return { kind: 'entitySoftDeleted', state: { ...state, deleted: true }, send: () => send('DELETE', at) };
  const steps = [{ op: 'add', path: '/description', value: word }];
  return { kind: 'entityUpdated', state: { ...state, description: word }, send: () => send('PATCH', at, steps) };
}
