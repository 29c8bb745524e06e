// What somebody typed into a form and did not send yet, kept for the person and the address: it survives a reload and a sign-in.

const PREFIX = 'cairn.draft';
/** Drafts older than this are forgotten, in milliseconds. */
const KEPT = 7 * 86_400_000;

function keyOf(user: string, place: string): string {
  return `${PREFIX} ${user} ${place}`;
}

export function readDraft<T>(user: string, place: string): T | null {
  try {
    const found = JSON.parse(localStorage.getItem(keyOf(user, place)) ?? 'null');
    return found && Date.now() - found.at < KEPT ? found.value : null;
  } catch {
    return null; // written by an older version, or storage is not allowed
  }
}

export function writeDraft(user: string, place: string, value: unknown): void {
  try {
    if (value === null || value === undefined) localStorage.removeItem(keyOf(user, place));
    else localStorage.setItem(keyOf(user, place), JSON.stringify({ at: Date.now(), value }));
  } catch {
    // no storage, no draft
  }
}

/** Forgets the drafts of everybody else, when somebody signs in. */
export function forgetOthers(user: string): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && !key.startsWith(`${PREFIX} ${user} `)) localStorage.removeItem(key);
  } catch {
    // nothing is stored
  }
}
