/** Patterns of `like` outside of a database. Each step takes time proportional to the lengths of pattern and text. Pure. */

/** Steps of a pattern besides letters. */
export const ANY = '%any';
export const ONE = '_one';

/** The letters of a pattern, and `ANY` and `ONE`; a backslash escapes. */
export function stepsOf(pattern: string): string[] {
  const steps: string[] = [];
  let taken = false;
  for (const letter of pattern) {
    if (!taken && letter === '\\') taken = true;
    else {
      steps.push(!taken && letter === '%' ? ANY : !taken && letter === '_' ? ONE : letter);
      taken = false;
    }
  }
  return steps.filter((step, i) => step !== ANY || steps[i - 1] !== ANY);
}

/** The texts between wildcards, in order: one more than there are wildcards, empty where nothing is between two. */
export function literalsOf(steps: readonly string[]): string[] {
  const literals = [''];
  for (const step of steps)
    if (step === ANY || step === ONE) literals.push('');
    else literals[literals.length - 1] += step;
  return literals;
}

/** The steps at which texts that begin with this one continue: `steps.length` is the end of the pattern. */
export function placesAfter(steps: readonly string[], text: string): ReadonlySet<number> {
  let places = skipped(new Set([0]), steps);
  for (const letter of text) {
    const next = new Set<number>();
    for (const place of places) {
      const step = steps[place];
      if (step === undefined) continue;
      if (step === ANY) next.add(place);
      else if (step === ONE || step === letter) next.add(place + 1);
    }
    places = skipped(next, steps);
    if (places.size === 0) break;
  }
  return places;
}

/** Whether a text matches the whole pattern, as `like` does. */
export function isLike(text: string, steps: readonly string[]): boolean {
  return placesAfter(steps, text).has(steps.length);
}

/** `%` may match the empty string. */
function skipped(places: Set<number>, steps: readonly string[]): Set<number> {
  for (const place of places) if (steps[place] === ANY) places.add(place + 1);
  return places;
}
