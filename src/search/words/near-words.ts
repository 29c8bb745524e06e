/** Words that differ by one typing mistake. Pure. */

/**
 * Keys such that two words that differ by one mistake share at least one: the word, and the word without each of its
 * letters.
 */
export function wordKeys(word: string): string[] {
  const letters = [...word];
  const keys = new Set([word]);
  for (let i = 0; i < letters.length; i++)
    keys.add(
      letters
        .slice(0, i)
        .concat(letters.slice(i + 1))
        .join(''),
    );
  return [...keys];
}

/** Whether typing mistakes in the word are corrected: letters only, neither short nor very long. */
export function isForgiven(word: string): boolean {
  return /^\p{L}{4,30}$/u.test(word);
}

/** One letter inserted, deleted or replaced, or two adjacent letters swapped. */
export function isNear(a: string, b: string): boolean {
  const left = [...a];
  const right = [...b];
  if (Math.abs(left.length - right.length) > 1) return false;
  let start = 0;
  while (start < left.length && left[start] === right[start]) start++;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    left[left.length - 1 - end] === right[right.length - 1 - end]
  )
    end++;
  const leftRest = left.slice(start, left.length - end);
  const rightRest = right.slice(start, right.length - end);
  if (leftRest.length <= 1 && rightRest.length <= 1) return true;
  return (
    leftRest.length === 2 && rightRest.length === 2 && leftRest[0] === rightRest[1] && leftRest[1] === rightRest[0]
  );
}
