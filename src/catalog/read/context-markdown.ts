/**
 * Contexts as Markdown documents, for readers such as language models, or as JSON, as the query parameter `format` asks. Pure.
 */
import { catalogError } from '../../../contract/index.js';
import type { Fields } from '../define/define.js';
import { isObject } from '../document/document.js';
import type { Reply, Request } from '../routes/route.js';

export const MARKDOWN = 'text/markdown';

type ContextFormat = 'markdown' | 'json';

export const formatDocs = {
  name: 'format',
  description: 'markdown or json',
  schema: { type: 'string', enum: ['markdown', 'json'] satisfies ContextFormat[] },
};

/** The format that is asked for; null for none, 400 for any other. */
export function readFormat({ query: { format } }: Pick<Request, 'query'>): ContextFormat | null {
  if (!format) return null;
  if (format === 'markdown' || format === 'json') return format;
  throw catalogError('BAD_REQUEST', 'query param format must be markdown or json');
}

export function markdownReply(body: string): Reply {
  return { status: 200, body, mediaType: `${MARKDOWN}; charset=utf-8` };
}

/** `context` of `contextOf`: headings, facts, terms, then sections that depend on the type. */
export function contextMarkdown(context: Fields): string {
  const { assetContext, glossaryTerms } = context;
  const kinds = isObject(assetContext) ? Object.values(assetContext).filter(isObject) : [];
  const parts = [
    `# ${line(context.displayName ?? context.name)}`,
    ...text(context.description),
    facts({
      Name: context.fullyQualifiedName,
      Type: context.entityType,
      Service: isObject(context.service) ? context.service.name : undefined,
      'Service type': context.serviceType,
      Owners: namesOf(context.owners),
      Tags: context.tags,
      Link: context.resource,
    }),
    ...(isFilled(glossaryTerms) ? ['## Glossary terms', ...glossaryTerms.flatMap(termOf)] : []),
    ...kinds.flatMap((kind) => Object.entries(kind).flatMap(([name, value]) => sectionOf(name, value))),
  ];
  return `${parts.join('\n\n')}\n`;
}

function termOf(term: unknown): string[] {
  if (!isObject(term)) return [];
  return [`### ${line(term.displayName ?? term.name)}`, line(term.fullyQualifiedName), ...text(term.content)];
}

function sectionOf(name: string, value: unknown): string[] {
  const body = bodyOf(value);
  return body === '' ? [] : [`## ${titleOf(name)}`, body];
}

function bodyOf(value: unknown): string {
  if (typeof value === 'string') return fenced(value);
  if (isObject(value)) return facts(value);
  if (!isFilled(value)) return '';
  const rows = value.filter(isObject);
  return rows.length === value.length ? table(rows) : value.map((each) => `- ${line(each)}`).join('\n');
}

function table(rows: readonly Fields[]): string {
  const named = (name: string) => rows.some((row) => line(row[name]) !== '');
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(named);
  const cells = (of: readonly string[]) => `| ${of.join(' | ')} |`;
  return [
    cells(names.map(titleOf)),
    cells(names.map(() => '-')),
    ...rows.map((row) => cells(names.map((name) => line(row[name]).replaceAll('|', '\\|')))),
  ].join('\n');
}

function facts(values: Fields): string {
  return Object.entries(values)
    .map(([name, value]) => [titleOf(name), line(value)])
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n');
}

/** A fence longer than any run of backticks in the text. */
function fenced(value: string): string {
  const longest = Math.max(2, ...[...value.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return value === '' ? '' : `${fence}\n${value}\n${fence}`;
}

function text(value: unknown): string[] {
  return typeof value === 'string' && value !== '' ? [value] : [];
}

/** A value on one line. */
function line(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(line).join(', ');
  const given = isObject(value) ? JSON.stringify(value) : String(value);
  // No pattern: one for blanks around a line break takes quadratic time where blanks are many.
  const lines = given.split('\n').map((part) => part.trim());
  return lines.filter((part) => part !== '').join(' ');
}

function namesOf(references: unknown): unknown[] {
  if (!Array.isArray(references)) return [];
  return references.filter(isObject).map(({ displayName, name }) => displayName ?? name);
}

/** `primaryKey` as "Primary key". */
function titleOf(name: string): string {
  const words = name.replace(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function isFilled(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}
