/** Removes items from the end until the value that `make` builds from them fits into so many bytes of JSON. */
export function fitItems<T, V>(items: readonly T[], most: number, make: (items: readonly T[]) => V): V {
  let low = 0;
  let high = items.length;
  const fits = (count: number) => Buffer.byteLength(JSON.stringify(make(items.slice(0, count)))) <= most;
  if (fits(high)) return make(items);
  while (low < high - 1) {
    const middle = (low + high) >> 1;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return make(items.slice(0, low));
}
