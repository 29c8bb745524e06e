/** Names of files as clients send them. They are shown and sent back, and never used as paths. Pure. */
import { catalogError } from '../../contract/index.js';

/** Kinds of files by extension. A browser that gets one of these types does not execute the file. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  sql: 'application/sql',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  zip: 'application/zip',
  gz: 'application/gzip',
  mp4: 'video/mp4',
};

const LONGEST = 255;

/** The last part of a path, without control characters. Throws 400 if nothing is left. */
export function plainName(given: string): string {
  const last = given.split(/[\\/]/).at(-1) ?? '';
  const name = last.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').trim();
  if (name === '' || name === '.' || name === '..') throw catalogError('BAD_REQUEST', 'file must have a name');
  if (name.length > LONGEST)
    throw catalogError('BAD_REQUEST', `The name of the file may have at most ${LONGEST} characters`);
  return name;
}

/** The media type by the extension; that of the request is ignored. 400 for unknown extensions. */
export function mediaTypeOf(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const type = Object.hasOwn(MEDIA_TYPES, extension) && name.includes('.') ? MEDIA_TYPES[extension] : undefined;
  if (type) return type;
  throw catalogError('BAD_REQUEST', `The extension of the file must be one of ${Object.keys(MEDIA_TYPES).join(', ')}`);
}

/** RFC 6266: an ASCII name for old clients and the whole name in UTF-8. */
export function contentDisposition(name: string, how: 'inline' | 'attachment'): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${how}; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
