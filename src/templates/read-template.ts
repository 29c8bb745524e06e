/**
 * Reads Handlebars with the parser of the library into a tree of our own. Templates are not compiled to code: code
 * could neither be stopped nor confined to the data of the event.
 */
import { BLOCKS, HELPERS } from './helpers.js';
import { type Expression, type Template, TemplateError, type TemplateNode } from './template.js';

/** Loaded with the first template: many servers send no messages for long. */
const loadParser = async () => (await import('handlebars')).default.parse;

const MOST_LEVELS = 60;
const MOST_BLOCKS = 300;
const MOST_PARENTHESES = 1000;
const LONGEST_MESSAGE = 300;

/** Throws a `TemplateError` that names the line. */
export async function readTemplate(text: string): Promise<Template> {
  refuseCostly(text);
  const parse = await loadParser();
  try {
    return nodesOf(parse(text).body, 0);
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    // All errors of the parser are about the text.
    throw new TemplateError(error instanceof Error ? inWords(error) : 'cannot be read');
  }
}

/**
 * The time of the parser grows with the square of the nesting depth, to minutes for some short texts. Counted as plain text, so that
 * no quote or comment hides anything.
 */
function refuseCostly(text: string): void {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  if (count(/\{\{~?[#^]|\{\{~?\s*else\b/g) > MOST_BLOCKS)
    throw new TemplateError(`has more than ${MOST_BLOCKS} blocks`);
  if (count(/\(/g) > MOST_PARENTHESES) throw new TemplateError(`has more than ${MOST_PARENTHESES} parentheses`);
}

/** What tokens of the parser mean that stand where they cannot. */
const MISPLACED: Readonly<Record<string, string>> = {
  EOF: 'the template ends, but a block is still open',
  OPEN_ENDBLOCK: 'a block is closed that was not opened',
  INVERSE: 'else stands outside of a block',
};

/** The parser names the tokens that it expected, which say nothing to people. */
function inWords({ message, name }: Error): string {
  if (name === 'RangeError') return 'is nested too deeply';
  const [, open, close, at] = /^(.+) doesn't match (.+) - (\d+):\d+$/.exec(message) ?? [];
  if (open !== undefined) return `line ${at}: the block ${open} is closed as ${close}`.slice(0, LONGEST_MESSAGE);
  const [, line, near = '', before = '', token = ''] =
    /^Parse error on line (\d+):\n(.*)\n(-*)\^\n.*got '(\w+)'$/.exec(message) ?? [];
  const said = MISPLACED[token] ?? `cannot be read at "${near.slice(before.length)}"`;
  return (line === undefined ? message : `line ${line}: ${said}`).slice(0, LONGEST_MESSAGE);
}

function nodesOf(statements: readonly hbs.AST.Statement[], level: number): TemplateNode[] {
  if (level > MOST_LEVELS) throw new TemplateError(`nests blocks more than ${MOST_LEVELS} levels deep`);
  return statements.flatMap((statement) => nodeOf(statement, level));
}

function nodeOf(statement: hbs.AST.Statement, level: number): TemplateNode[] {
  if (isA<hbs.AST.ContentStatement>(statement, 'ContentStatement')) return [{ kind: 'text', text: statement.value }];
  if (statement.type === 'CommentStatement') return [];
  if (isA<hbs.AST.MustacheStatement>(statement, 'MustacheStatement')) {
    if (BLOCKS.includes(nameOf(statement) ?? '')) throw at(statement, `${nameOf(statement)} needs a # before it`);
    return [{ kind: 'value', of: calledBy(statement, level), isRaw: !statement.escaped }];
  }
  if (isA<hbs.AST.BlockStatement>(statement, 'BlockStatement')) return [blockOf(statement, level)];
  throw at(statement, 'partials and decorators are not available');
}

function blockOf(block: hbs.AST.BlockStatement, level: number): TemplateNode {
  // A block that begins with ^ has no program, whatever its type says.
  const program: hbs.AST.Program | undefined = block.program;
  const inverse: hbs.AST.Program | undefined = block.inverse;
  const name = BLOCKS.find((known) => known === nameOf(block)) ?? null;
  const parts = {
    hash: name === null ? [] : hashOf(block.hash, level),
    body: nodesOf(program?.body ?? [], level + 1),
    inverse: nodesOf(inverse?.body ?? [], level + 1),
    blockParams: program?.blockParams ?? [],
  };
  if (name === null) return { kind: 'block', name, of: calledBy(block, level), ...parts };
  const [of, ...more] = block.params;
  if (!of || more.length > 0) throw at(block, `${name} takes one value`);
  return { kind: 'block', name, of: expressionOf(of, level), ...parts };
}

interface Call {
  path: unknown;
  params: hbs.AST.Expression[];
  hash: hbs.AST.Hash | undefined;
  loc: hbs.AST.SourceLocation;
}

/** The name that a helper would have; null for paths. */
function nameOf({ path }: Pick<Call, 'path'>): string | null {
  if (!isNode(path) || !isA<hbs.AST.PathExpression>(path, 'PathExpression')) return null;
  const [name, ...more] = path.parts;
  const isPlain = !path.data && path.depth === 0 && more.length === 0 && !isScoped(path);
  return isPlain && name !== undefined ? name : null;
}

/** A helper if there is one of the name, else a value. */
function calledBy(call: Call, level: number): Expression {
  const name = nameOf(call);
  const hash = hashOf(call.hash, level);
  if (name !== null && Object.hasOwn(HELPERS, name)) {
    const params = call.params.map((param) => expressionOf(param, level + 1));
    const [least, most] = HELPERS[name]?.takes ?? [0, 0];
    if (params.length < least || params.length > most)
      throw at(call, `${name} takes ${least === most ? least : `${least} to ${most}`} values, not ${params.length}`);
    return { kind: 'call', helper: name, params, hash };
  }
  if (call.params.length > 0 || hash.length > 0) throw at(call, `there is no helper ${name ?? 'of this name'}`);
  return isNode(call.path) ? expressionOf(call.path, level) : { kind: 'literal', value: undefined };
}

function expressionOf(expression: hbs.AST.Node, level: number): Expression {
  if (level > MOST_LEVELS) throw new TemplateError(`nests values more than ${MOST_LEVELS} levels deep`);
  if (isA<hbs.AST.PathExpression>(expression, 'PathExpression')) {
    const { data, depth, parts } = expression;
    return { kind: 'path', isData: data, depth, parts, isScoped: isScoped(expression) };
  }
  if (isA<hbs.AST.SubExpression>(expression, 'SubExpression')) {
    const read = calledBy(expression, level + 1);
    if (read.kind !== 'call') throw at(expression, `there is no helper ${nameOf(expression) ?? 'of this name'}`);
    return read;
  }
  if (isA<hbs.AST.NullLiteral>(expression, 'NullLiteral')) return { kind: 'literal', value: null };
  return { kind: 'literal', value: 'value' in expression ? expression.value : undefined };
}

function hashOf(hash: hbs.AST.Hash | undefined, level: number): (readonly [string, Expression])[] {
  return (hash?.pairs ?? []).map(({ key, value }) => [key, expressionOf(value, level + 1)] as const);
}

const isScoped = ({ original }: hbs.AST.PathExpression) => /^(\.\/|this\b|\.$)/.test(original);

/** The library distinguishes nodes by their `type`. */
function isA<N extends hbs.AST.Node>(node: hbs.AST.Node, type: string): node is N {
  return node.type === type;
}

const isNode = (value: unknown): value is hbs.AST.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function at({ loc }: { loc: hbs.AST.SourceLocation }, rule: string): TemplateError {
  return new TemplateError(`line ${loc.start.line}: ${rule}`);
}
