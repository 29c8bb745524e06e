import { StoreUnavailable } from '../../storage/index.js';

/**
 * Throws if a stored text is corrupt, for example after disk damage: databases do not detect changed bytes within a
 * text, and responses are composed without parsing. Stored texts never contain NUL, and invalid UTF-8 is read as
 * U+FFFD.
 */
export function refuseBroken({ id, doc }: { id: string; doc: string }): void {
  const whole = doc.startsWith('{') && doc.endsWith('}') && !doc.includes('\0');
  if (whole && (!doc.includes('\uFFFD') || isJson(doc))) return;
  throw new StoreUnavailable(`the database is damaged: the stored text of entity ${id} cannot be read`, {
    kind: 'damaged',
  });
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
