import { isObject } from '../catalog/index.js';

/** The value of a JSON text; null when it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The JSON object that a text holds; null when it holds none. */
export function objectIn(text: string): Record<string, unknown> | null {
  const value = jsonIn(text);
  return isObject(value) ? value : null;
}
