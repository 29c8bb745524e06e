/** Reads YAML of clients: plain data only, within limits. */
import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from 'yaml';

/** The text is not YAML, or uses features that are not accepted. */
export class YamlError extends Error {
  override name = 'YamlError';
}

/** Characters. Parsing can take 15 seconds for so many: `document-reader.ts` does it in a thread. */
export const MOST_YAML = 500_000;
/** Maximum number of characters of keys and texts with all aliases expanded. */
const MOST_FILLED = 2 * MOST_YAML;
const MOST_DEPTH = 60;
const MOST_ALIASES = 100;

/**
 * The value of a YAML 1.2 document, which includes JSON. Throws `YamlError` for malformed text, several documents, a repeated key, a key that
 * is not a text, custom tags, numbers that JSON does not have, many aliases, deep nesting, or too long a text.
 */
export function readYaml(text: string): unknown {
  if (text.length > MOST_YAML) throw new YamlError(`the document has more than ${MOST_YAML} characters`);
  guardDepth(text);
  try {
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'error',
    });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new YamlError(firstLine(problem.message));
    checkNodes(document);
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    checkSize(value);
    return value;
  } catch (error) {
    if (error instanceof YamlError) throw error;
    throw new YamlError(error instanceof RangeError ? 'the document is nested too deeply' : firstLine(String(error)));
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.slice(0, 300) ?? '';
}

/** Brackets and indentation bound the depth; the parser itself would run out of stack. */
function guardDepth(text: string): void {
  let depth = 0;
  for (const char of text.replaceAll(/[^[\]{}]/g, '')) {
    depth += char === '[' || char === '{' ? 1 : -1;
    if (depth > 10 * MOST_DEPTH) throw new YamlError('the document is nested too deeply');
  }
}

function checkNodes(document: Document.Parsed): void {
  visit(document, (_key, node, path) => {
    if (path.length > 2 * MOST_DEPTH) throw new YamlError(`the document is nested more than ${MOST_DEPTH} levels deep`);
    if (isMap(node)) checkKeys(node.items);
    if (isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value))
      throw new YamlError('numbers must be finite');
    if (
      isScalar(node) &&
      typeof node.value === 'number' &&
      Number.isInteger(node.value) &&
      !Number.isSafeInteger(node.value)
    )
      throw new YamlError(`the number ${node.source ?? node.value} is too large to be kept exactly: quote it`);
    if ((isMap(node) || isSeq(node) || isScalar(node)) && node.tag?.startsWith('!') && !node.tag.startsWith('!!'))
      throw new YamlError(`the tag ${node.tag.slice(0, 100)} is not supported`);
  });
}

/** With aliases, a short text can expand to a very long one. */
function checkSize(value: unknown): void {
  let left = MOST_FILLED;
  const count = (one: unknown): void => {
    left -= typeof one === 'string' ? one.length + 1 : 1;
    if (left < 0) throw new YamlError(`the document has more than ${MOST_FILLED} characters with its aliases`);
    if (typeof one !== 'object' || one === null) return;
    for (const [key, inner] of Object.entries(one)) {
      left -= Array.isArray(one) ? 0 : key.length;
      count(inner);
    }
  };
  count(value);
}

function checkKeys(items: readonly Pair[]): void {
  const keys = new Set<string>();
  for (const { key } of items) {
    if (isAlias(key) || !isPlainKey(key)) throw new YamlError('keys must be texts');
    const name = String(key.value);
    if (keys.has(name)) throw new YamlError(`the key ${JSON.stringify(name.slice(0, 100))} occurs twice`);
    keys.add(name);
  }
}

function isPlainKey(key: unknown): key is Node & { value: string | number | boolean } {
  return isScalar(key) && ['string', 'number', 'boolean'].includes(typeof key.value);
}
