import { useEffect, useRef } from 'react';

type Keys = Readonly<Record<string, (() => void) | undefined>>;

// Keys of the page that is open; the newest one that knows a key has it.
const registered: { current: Keys }[] = [];

function actionOf(key: string): (() => void) | undefined {
  return registered.find(({ current }) => current[key] !== undefined)?.current[key];
}

/** Whether the page that is open knows the key. */
export function hasShortcut(key: string): boolean {
  return actionOf(key) !== undefined;
}

export function runShortcut(key: string): boolean {
  const action = actionOf(key);
  action?.();
  return action !== undefined;
}

/** Single keys that do something while a component is shown: `useKeys({ e: editDescription })`. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    registered.unshift(latest);
    return () => void registered.splice(registered.indexOf(latest), 1);
  }, []);
}
