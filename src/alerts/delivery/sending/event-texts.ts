import { getEvent, type Store } from '../../../storage/index.js';

/** Texts of events, read once for all that is sent at about the same time. Events never change, so none is ever stale. */
export interface EventTexts {
  /** null: the event is no longer in the log. */
  get(position: number): Promise<string | null>;
}

const MOST_TEXT = 4 * 2 ** 20;

export function createEventTexts({ read }: Pick<Store, 'read'>): EventTexts {
  const texts = new Map<number, string>();
  const loading = new Map<number, Promise<string | null>>();
  let size = 0;

  async function load(position: number): Promise<string | null> {
    try {
      const text = (await read((sql) => getEvent(sql, position)))?.doc ?? null;
      if (text !== null) keep(position, text);
      return text;
    } finally {
      loading.delete(position);
    }
  }

  function keep(position: number, text: string): void {
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
      const started = loading.get(position) ?? load(position);
      loading.set(position, started);
      return started;
    },
  };
}
