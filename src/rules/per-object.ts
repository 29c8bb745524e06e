/**
 * A function of an immutable object, computed once for each and forgotten with it. What it returns depends on the object alone, so
 * nothing can make it stale.
 */
export function perObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { value: V }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
