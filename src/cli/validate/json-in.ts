import { isObject } from '../../catalog/index.js';

/** The value of a JSON text; null if it is invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The JSON object in a text; null if it is something else. */
export function objectIn(text: string): Record<string, unknown> | null {
  const value = jsonIn(text);
  return isObject(value) ? value : null;
}
