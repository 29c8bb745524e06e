import { type ComponentType, type FunctionComponent, type ReactNode, useEffect, useState } from 'react';
import { loadPart } from './lost-part.js';

type Part<P> = FunctionComponent<P> & {
  /** Loads it before it is shown. */
  prepare(): void;
};

/**
 * A component whose file is loaded when it is first shown; `waiting` is shown until then. For what is shown while a page loads:
 * `lazy` would show it 300 ms after anything else that waited, because React puts off what replaces a fallback.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>, waiting: ReactNode = null): Part<P> {
  let loaded: ComponentType<P> | null = null;
  let loading: Promise<ComponentType<P>> | null = null;
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error) => {
        loading = null; // the next who wants it asks again
        throw error;
      },
    );
    return loading;
  };
  const Shown: Part<P> = (props) => {
    const [Now, setNow] = useState(() => loaded);
    useEffect(() => {
      if (!Now) void loadPart(loadOnce).then((component) => setNow(() => component));
    }, [Now]);
    return Now ? <Now {...props} /> : waiting;
  };
  Shown.prepare = () => void loadOnce().catch(() => null); // it says so when it is shown
  return Shown;
}
