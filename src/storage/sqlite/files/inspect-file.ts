// Checks a database file without opening it: SQLite would replace a missing or empty file with a new one, drop a WAL
// without its file, and notice missing pages only when they are read.
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseDamaged } from '../../store-errors.js';

const MAGIC = 'SQLite format 3\0';
const HEADER = 100;
const LOG_HEADER = 32;
const FRAME_HEADER = 24;

const RESTORE = 'restore it from a backup';

/** Throws `DatabaseDamaged` if there was a catalog that cannot be opened as it is. A file that never existed passes. */
export function inspectFile(path: string): void {
  const size = sizeOf(path);
  if (size === null) {
    if (sizeOf(`${path}-wal`))
      throw new DatabaseDamaged(`${path} is missing, but its log ${path}-wal exists; ${RESTORE}, or move the log away`);
    return;
  }
  // An interrupted first start leaves an empty file with a journal.
  if (size === 0 && existsSync(`${path}-journal`)) return;
  if (size === 0)
    throw new DatabaseDamaged(
      `${path} is empty; ${RESTORE}, or remove it and secret.key to start with an empty catalog`,
    );
  const file = openSync(path, 'r');
  try {
    inspectPages(path, file);
  } finally {
    closeSync(file);
  }
}

function inspectPages(path: string, file: number): void {
  const header = Buffer.alloc(HEADER);
  const read = readSync(file, header, 0, HEADER, 0);
  if (read < HEADER || header.toString('latin1', 0, 16) !== MAGIC)
    throw new DatabaseDamaged(`${path} is not a SQLite database, or its header is damaged; ${RESTORE}`);
  const pageSize = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const pages = header.readUInt32BE(28);
  // Committed pages that were not copied yet are in the WAL. It is read before the file is measured, because a server
  // may be copying.
  const there = Math.floor(fstatSync(file).size / Math.max(pageSize, 512));
  const inLog = there < pages ? pagesInLog(`${path}-wal`, pageSize) : new Set<number>();
  const present = Math.floor(fstatSync(file).size / Math.max(pageSize, 512));
  for (let page = present + 1; page <= pages; page++)
    if (!inLog.has(page))
      throw new DatabaseDamaged(`${path} is truncated: it has ${present} of ${pages} pages; ${RESTORE}`);
}

function pagesInLog(path: string, pageSize: number): Set<number> {
  const pages = new Set<number>();
  const size = sizeOf(path) ?? 0;
  if (size <= LOG_HEADER) return pages;
  const file = openSync(path, 'r');
  const number = Buffer.alloc(4);
  for (let at = LOG_HEADER; at + FRAME_HEADER <= size; at += FRAME_HEADER + pageSize) {
    readSync(file, number, 0, 4, at);
    pages.add(number.readUInt32BE(0));
  }
  closeSync(file);
  return pages;
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null;
}
