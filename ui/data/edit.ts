// Edits in place: shown at once, sent with If-Match, undone by the inverse patch. Where somebody else was faster, changes to other
// fields are sent again over theirs; changes to the same field become a conflict that a person decides.
import { ClientError, type JsonPatch, type Operation, type PatchStep } from 'cairn/client';
import { cairn } from './client.js';
import { apply, type Conflict, inverse, merge, stepTo } from './merge.js';
import { queryClient } from './query-client.js';
import { createStore } from './store.js';
import type { Loaded } from './use-operation.js';

/** What an edit changes: an entity as one query shows it. */
export interface Target {
  id: string;
  /** The operation that patches it by id. */
  patch: Operation;
  /** The key of the query that shows it (`keyOf`). */
  key: readonly unknown[];
  /** Told of what changed, for toasts: "Description of fct_orders". */
  label: string;
}

export interface Done {
  label: string;
  /** Takes the change back. */
  undo(): Promise<void>;
}

export interface OpenConflict {
  target: Target;
  conflicts: Conflict[];
  /** Who changed it meanwhile. */
  by: string | undefined;
  /** Sends what was chosen for each path; nothing for an empty list. */
  settle(chosen: { path: string; value: unknown }[]): Promise<void>;
}

/** The last edit, for the toast and Ctrl+Z. */
export const lastEdit = createStore<Done | null>(null);
/** An edit that waits for a decision. */
export const openConflict = createStore<OpenConflict | null>(null);
/** An edit that failed for another reason. */
export const failedEdit = createStore<{ label: string; error: Error } | null>(null);

type Entity = Record<string, unknown>;
const MOST_MERGES = 3;

/** Edits of an entity that are shown and not yet answered, in their order; they are sent one after another. */
const pending = new Map<string, { patches: JsonPatch[]; last: Promise<unknown> }>();

/** Changes an entity; resolves when it is stored, when a conflict is shown, or when it failed and the error is shown. */
export async function edit(target: Target, patch: JsonPatch): Promise<boolean> {
  if (patch.length === 0) return true;
  await queryClient.cancelQueries({ queryKey: target.key });
  const base = queryClient.getQueryData<Loaded<Entity>>(target.key)?.value;
  show(target, (entity) => apply(entity, patch));
  const queue = pending.get(target.id) ?? { patches: [], last: Promise.resolve() };
  pending.set(target.id, queue);
  queue.patches.push(patch);
  const sent = queue.last.then(() => sendEdit(target, patch, base));
  queue.last = sent;
  return sent;
}

function answered({ id }: Target, patch: JsonPatch): void {
  const queue = pending.get(id);
  queue?.patches.splice(queue.patches.indexOf(patch), 1);
  if (queue?.patches.length === 0) pending.delete(id);
}

async function sendEdit(target: Target, patch: JsonPatch, base: Entity | undefined): Promise<boolean> {
  const etag = queryClient.getQueryData<Loaded<Entity>>(target.key)?.etag ?? null;
  try {
    const { value, etag: next } = await send(target, patch, etag);
    answered(target, patch);
    keep(target, value, next);
    const steps = base ? inverse(base, apply(base, patch), patch) : [];
    lastEdit.set({ label: target.label, undo: () => undo(target, steps) });
    return true;
  } catch (error) {
    answered(target, patch);
    if (error instanceof ClientError && error.status === 412 && base) return again(target, base, patch);
    await queryClient.invalidateQueries({ queryKey: target.key }); // shows what is stored
    failedEdit.set({ label: target.label, error: error instanceof Error ? error : new Error(String(error)) });
    return false;
  }
}

/** Gives one field a value: `editField(target, '/description', text)`. */
export function editField(target: Target, path: string, value: unknown): Promise<boolean> {
  const now = queryClient.getQueryData<Loaded<Entity>>(target.key);
  return edit(target, stepTo(now?.value, path, value));
}

async function undo(target: Target, steps: PatchStep[]): Promise<void> {
  if (await edit({ ...target }, steps)) lastEdit.set(null);
}

async function again(target: Target, base: Entity, patch: JsonPatch, tries = 0): Promise<boolean> {
  await queryClient.refetchQueries({ queryKey: target.key });
  const theirs = queryClient.getQueryData<Loaded<Entity>>(target.key);
  if (!theirs) return false;
  const { patch: free, conflicts } = merge(base, theirs.value, patch);
  try {
    if (free.length > 0) {
      const { value, etag } = await send(target, free, theirs.etag);
      keep(target, value, etag);
      lastEdit.set({
        label: target.label,
        undo: () => undo(target, inverse(theirs.value, apply(theirs.value, free), free)),
      });
    }
  } catch (error) {
    if (error instanceof ClientError && error.status === 412 && tries < MOST_MERGES)
      return again(target, base, patch, tries + 1);
    failedEdit.set({ label: target.label, error: error instanceof Error ? error : new Error(String(error)) });
    return false;
  }
  if (conflicts.length === 0) return true;
  const by = theirs.value.updatedBy;
  openConflict.set({
    target,
    conflicts,
    by: typeof by === 'string' ? by : undefined,
    async settle(chosen) {
      openConflict.set(null);
      const now = queryClient.getQueryData<Loaded<Entity>>(target.key)?.value;
      await edit(
        target,
        chosen.flatMap(({ path, value }) => stepTo(now, path, value)),
      );
    },
  });
  return false;
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
  const waiting = pending.get(target.id)?.patches ?? [];
  queryClient.setQueryData<Loaded<Entity>>(
    target.key,
    (now) => now && { value: waiting.reduce((shown, patch) => apply(shown, patch), { ...now.value, ...value }), etag },
  );
  if (waiting.length === 0) void queryClient.invalidateQueries({ queryKey: target.key });
}
