import { useEffect, useRef } from 'react';

// Keys of the page that is open; the newest one that knows a key has it.
const registered: ((key: string) => boolean)[] = [];

export function runShortcut(key: string): boolean {
  return registered.some((run) => run(key));
}

/** Single keys that do something while a component is shown: `useKeys({ e: editDescription })`. */
export function useKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const run = (key: string) => {
      const action = latest.current[key];
      action?.();
      return action !== undefined;
    };
    registered.unshift(run);
    return () => void registered.splice(registered.indexOf(run), 1);
  }, []);
}
