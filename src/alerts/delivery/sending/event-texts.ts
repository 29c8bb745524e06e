import { getEvent, type Store } from '../../../storage/index.js';

/** A cache of texts of events, so that deliveries at about the same time read them once. Events never change, so it is never stale. */
export interface EventTexts {
  /** null: the event is no longer in the log. */
  get(position: number): Promise<string | null>;
  /** Adds a text that was read elsewhere, unless the cache is full. */
  keep(position: number, text: string): void;
}

/** Characters. Texts kept longer than a delivery takes become garbage that is expensive to collect. */
const MOST_TEXT = 2 ** 20;

export function createEventTexts({ read }: Pick<Store, 'read'>): EventTexts {
  const texts = new Map<number, string>();
  const asked = new Map<number, PromiseWithResolvers<string | null>>();
  let size = 0;

  /** Texts that are requested in one turn of the event loop are read together. */
  async function load(): Promise<void> {
    const now = [...asked];
    asked.clear();
    try {
      const rows = await read((sql) => Promise.all(now.map(([position]) => getEvent(sql, position))));
      now.forEach(([position, { resolve }], i) => {
        const text = rows[i]?.doc ?? null;
        if (text !== null) add(position, text);
        resolve(text);
      });
    } catch (error) {
      for (const [, { reject }] of now) reject(error);
    }
  }

  function add(position: number, text: string): void {
    if (texts.has(position)) return;
    texts.set(position, text);
    size += text.length;
    for (const [oldest, { length }] of texts) {
      if (size <= MOST_TEXT) return;
      texts.delete(oldest);
      size -= length;
    }
  }

  return {
    async get(position) {
      const known = texts.get(position);
      if (known !== undefined) return known;
      if (asked.size === 0) setImmediate(() => void load());
      const waiting = asked.get(position) ?? withResolvers<string | null>();
      asked.set(position, waiting);
      return waiting.promise;
    },
    keep(position, text) {
      if (size + text.length <= MOST_TEXT) add(position, text);
    },
  };
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<T>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve, reject };
}
