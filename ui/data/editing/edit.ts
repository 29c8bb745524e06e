// Edits in place: shown at once, sent with If-Match, undone by the inverse patch. Where somebody else was faster, changes to other
// fields are sent again over theirs; changes to the same field become a conflict that a person decides.
import { ClientError, type JsonPatch, type Operation, type PatchStep } from 'cairn/client';
import { cairn } from '../client.js';
import { queryClient } from '../query-client.js';
import { createStore } from '../store.js';
import type { Loaded } from '../use-operation.js';
import { apply, type Conflict, inverse, merge, stepTo } from './merge.js';

/** What an edit changes: an entity as one query shows it. */
export interface Target {
  id: string;
  /** The operation that patches it by id. */
  patch: Operation;
  /** The key of the query that shows it (`keyOf`). */
  key: readonly unknown[];
  /** Told of what changed, for toasts: "Description of fct_orders". */
  label: string;
  /** Whether the caller shows the typed text again if it was not stored; otherwise the toast about it offers to retry. */
  keepsText?: boolean;
}

export interface Done {
  label: string;
  /** Takes the change back. */
  undo(): Promise<void>;
}

export interface OpenConflict {
  /** What the edit changes: the label of its target. */
  label: string;
  conflicts: Conflict[];
  /** Who changed it meanwhile. */
  by: string | undefined;
  /** Sends what was chosen for each path; nothing for an empty list. */
  settle(chosen: { path: string; value: unknown }[]): Promise<void>;
  /** Leaves it undecided. */
  cancel(): void;
}

export interface Failure {
  label: string;
  error: Error;
  /** Sends the edit again, on top of what is stored then. */
  retry?(): Promise<unknown>;
}

/** The last edit, for the toast and Ctrl+Z. */
export const lastEdit = createStore<Done | null>(null);
/** An edit that waits for a decision. */
export const openConflict = createStore<OpenConflict | null>(null);
/** An edit that failed for another reason. */
export const failedEdit = createStore<Failure | null>(null);

/** Ids of entities that the server is deleting or restoring, as far as responses have said so. */
export const lockedEntities = createStore<ReadonlySet<string>>(new Set());

export function lockEntity(id: string, isLocked = true): void {
  lockedEntities.set((now) => {
    const changed = new Set(now);
    if (isLocked) changed.add(id);
    else changed.delete(id);
    return changed;
  });
}

type Entity = Record<string, unknown>;
/** Whether it is stored, or the decision about a conflict that says so later. */
type Outcome = boolean | { decided: Promise<boolean> };
const MOST_MERGES = 3;

/** Edits of an entity that are shown and not yet answered, in their order; each is sent when the one before is settled. */
const pending = new Map<string, { patches: JsonPatch[]; last: Promise<unknown> }>();
/** Conflicts are decided one after another. */
let decision: Promise<unknown> = Promise.resolve();

/** Changes an entity; resolves to whether it is stored, or somebody decided against it. A failure is shown to the person. */
export async function edit(target: Target, patch: JsonPatch): Promise<boolean> {
  if (patch.length === 0) return true;
  const isStale = queryClient.getQueryState(target.key)?.isInvalidated === true;
  // An edit before this one may wait for what others have stored.
  if (!pending.has(target.id)) await queryClient.cancelQueries({ queryKey: target.key });
  const base = queryClient.getQueryData<Loaded<Entity>>(target.key)?.value;
  show(target, (entity) => apply(entity, patch));
  const queue = pending.get(target.id) ?? { patches: [], last: Promise.resolve() };
  pending.set(target.id, queue);
  queue.patches.push(patch);
  const sent = queue.last.then(() => sendEdit(target, patch, base, isStale));
  const last = sent.catch(() => undefined);
  queue.last = last;
  const outcome = await sent.finally(() => {
    if (queue.last === last) pending.delete(target.id);
  });
  return settled(outcome);
}

function settled(outcome: Outcome): boolean | Promise<boolean> {
  return typeof outcome === 'boolean' ? outcome : outcome.decided;
}

function answered({ id }: Target, patch: JsonPatch): void {
  const patches = waitingFor(id);
  patches.splice(patches.indexOf(patch), 1);
}

function waitingFor(id: string): JsonPatch[] {
  return pending.get(id)?.patches ?? [];
}

/** `isStale`: what the edit was made from was known to have changed, so its ETag would only be refused. */
async function sendEdit(
  target: Target,
  patch: JsonPatch,
  base: Entity | undefined,
  isStale: boolean,
): Promise<Outcome> {
  if (isStale && base) {
    answered(target, patch);
    return again(target, base, patch);
  }
  const etag = queryClient.getQueryData<Loaded<Entity>>(target.key)?.etag ?? null;
  const steps = base ? inverse(base, apply(base, patch), patch) : [];
  try {
    const { value, etag: next } = await send(target, patch, etag);
    answered(target, patch);
    keep(target, value, next);
    const all = base ? inverseOf(base, value, patch) : steps;
    lastEdit.set({ label: target.label, undo: () => undo(target, all) });
    return true;
  } catch (error) {
    answered(target, patch);
    if (error instanceof ClientError && error.status === 412 && base) return again(target, base, patch);
    show(target, (entity) => apply(entity, steps));
    // Shows what is stored, but not before edits that are on their way have arrived.
    if (waitingFor(target.id).length === 0) void queryClient.invalidateQueries({ queryKey: target.key });
    tellFailure(target, base, patch, error);
    return false;
  }
}

/** Takes a patch back. What leaves a domain also leaves its data products, which an undo restores. */
function inverseOf(before: Entity, stored: Entity, patch: JsonPatch): PatchStep[] {
  const after = apply(before, patch);
  if (!patch.some(({ path }) => path.startsWith('/domains'))) return inverse(before, after, patch);
  const step = { op: 'add' as const, path: '/dataProducts', value: stored.dataProducts ?? [] };
  return inverse(before, apply(after, [step]), [...patch, step]);
}

/** Whether changes of the entity are on their way to the server. */
export function isBeingEdited(id: string): boolean {
  return pending.has(id);
}

function tellFailure(target: Target, base: Entity | undefined, patch: JsonPatch, error: unknown): void {
  if (error instanceof ClientError && error.errorType === 'ENTITY_LOCKED') lockEntity(target.id);
  failedEdit.set({
    label: target.label,
    error: error instanceof Error ? error : new Error(String(error)),
    ...(base && !target.keepsText ? { retry: () => again(target, base, patch) } : {}),
  });
}

/** Gives one field a value: `editField(target, '/description', text)`. */
export function editField(target: Target, path: string, value: unknown): Promise<boolean> {
  const now = queryClient.getQueryData<Loaded<Entity>>(target.key);
  return edit(target, stepTo(now?.value, path, value));
}

async function undo(target: Target, steps: PatchStep[]): Promise<void> {
  if (await edit({ ...target, keepsText: false }, steps)) lastEdit.set(null);
}

/** Sends a change that was made from `base` over what others have stored since. */
async function again(target: Target, base: Entity, patch: JsonPatch, tries = 0): Promise<Outcome> {
  await queryClient.refetchQueries({ queryKey: target.key });
  const theirs = queryClient.getQueryData<Loaded<Entity>>(target.key);
  if (!theirs) return false;
  show(target, (entity) => waitingFor(target.id).reduce((shown, waiting) => apply(shown, waiting), entity));
  const { patch: free, conflicts } = merge(base, theirs.value, patch);
  try {
    if (free.length > 0) {
      const { value, etag } = await send(target, free, theirs.etag);
      keep(target, value, etag);
      lastEdit.set({
        label: target.label,
        undo: () => undo(target, inverseOf(theirs.value, value, free)),
      });
    }
  } catch (error) {
    if (error instanceof ClientError && error.status === 412 && tries < MOST_MERGES)
      return again(target, base, patch, tries + 1);
    tellFailure(target, base, patch, error);
    return false;
  }
  if (conflicts.length === 0) return true;
  const by = theirs.value.updatedBy;
  return { decided: decide(target, conflicts, typeof by === 'string' ? by : undefined) };
}

/** Asks which of two changes of one field to keep; resolves to false if nobody decides. */
function decide(target: Target, conflicts: Conflict[], by: string | undefined): Promise<boolean> {
  const ask = () =>
    new Promise<boolean>((resolve) => {
      const close = () => openConflict.set(null);
      openConflict.set({
        label: target.label,
        conflicts,
        by,
        async settle(chosen) {
          close();
          const now = queryClient.getQueryData<Loaded<Entity>>(target.key)?.value;
          const steps = chosen.flatMap(({ path, value }) => stepTo(now, path, value));
          resolve(await edit(target, steps));
        },
        cancel() {
          close();
          resolve(false);
        },
      });
    });
  const decided = decision.then(ask);
  decision = decided;
  return decided;
}

async function send(target: Target, patch: JsonPatch, etag: string | null) {
  const input = { params: { id: target.id }, body: patch, ...(etag ? { ifMatch: etag } : {}) };
  return cairn.send(target.patch, input as never) as Promise<{ value: Entity; etag: string | null }>;
}

function show(target: Target, change: (entity: Entity) => Entity): void {
  queryClient.setQueryData<Loaded<Entity>>(target.key, (now) => now && { ...now, value: change(now.value) });
}

/** Shows the answer of a PATCH, under the edits that are still on their way; fields that it lacks stay as they are shown. */
function keep(target: Target, value: Entity, etag: string | null): void {
  const waiting = waitingFor(target.id);
  queryClient.setQueryData<Loaded<Entity>>(
    target.key,
    (now) => now && { value: waiting.reduce((shown, patch) => apply(shown, patch), { ...now.value, ...value }), etag },
  );
  if (waiting.length > 0) return;
  void queryClient.invalidateQueries({ queryKey: target.key });
  // Lists and trees of the same type show its name and state, too, and it has another version.
  const list = target.patch.replace('PATCH', 'GET').replace(/\/\{id\}.*/, '');
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [asked] }) => String(asked).startsWith(list) && !/\{(?!id}\/versions$)/.test(String(asked)),
  });
}
