import { useState } from 'react';

/** A text that is edited in place; what was typed shows again if it could not be stored. `typed` is null while it is only read. */
export function useTyped(store: (text: string) => Promise<boolean>) {
  const [typed, setTyped] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  return {
    typed,
    /** It shows again, so the focus is somewhere else by now. */
    failed,
    start(text: string) {
      setFailed(false);
      setTyped(text);
    },
    stop: () => setTyped(null),
    async save(text: string) {
      setTyped(null);
      if (await store(text)) return;
      setFailed(true);
      setTyped(text);
    },
  };
}
