import { StoreUnavailable } from '../../storage/index.js';

/**
 * Refuses a stored text that damage of the disk has reached: databases say nothing of bytes inside of a text, and answers are made
 * of texts without parsing them. What we store has no character 0, and bytes that are no text are read as U+FFFD.
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
