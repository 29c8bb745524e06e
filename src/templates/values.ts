/** The values that templates work with, and how they are shown as text. Pure. */
import { isObject } from '../../contract/index.js';

/** HTML that a helper made and that is not escaped again. */
export class Markup {
  constructor(readonly html: string) {}
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#x60;',
  '=': '&#x3D;',
};

export const escapeMarkup = (text: string): string => text.replace(/[&<>"'`=]/g, (one) => ENTITIES[one] ?? '');

export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Markup) return value.html;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Own properties only, so that templates cannot reach prototypes. */
export function down(value: unknown, parts: readonly string[]): unknown {
  let at = value;
  for (const part of parts) {
    if (typeof at === 'string' && part === 'length') at = at.length;
    else if (isObject(at) || Array.isArray(at)) at = Object.getOwnPropertyDescriptor(at, part)?.value;
    else return undefined;
  }
  return at;
}

/** As in Handlebars, except for 0, which `if` handles. */
export function isEmpty(value: unknown): boolean {
  return (!value && value !== 0) || (Array.isArray(value) && value.length === 0);
}
