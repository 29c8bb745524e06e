/** Evaluates templates on plain data, within a budget of steps and a length of the result. Pure. */
import { isObject } from '../../contract/index.js';
import type { Environment } from './helper.js';
import { HELPERS } from './helpers.js';
import { createMeter, type Meter } from './meter.js';
import { type Expression, type Template, TemplateError, type TemplateNode } from './template.js';
import { down, escapeMarkup, isEmpty, Markup } from './values.js';

export interface EvaluateOptions {
  environment: Environment;
  /** The result is HTML: values are escaped. Otherwise it is plain text. */
  isHtml: boolean;
  mostSteps?: number;
  mostText?: number;
}

const MOST_STEPS = 500_000;
const MOST_TEXT = 400_000;

/** Throws a `TemplateError` for a template that exceeds its budget. */
export function evaluate(template: Template, context: unknown, options: EvaluateOptions): string {
  const { mostSteps = MOST_STEPS, mostText = MOST_TEXT } = options;
  const meter = createMeter(mostSteps, mostText);
  const frame: Frame = { contexts: [context], root: context, data: null, names: null };
  const evaluation = { ...options, meter, pieces: [] };
  walk(template, frame, evaluation);
  return evaluation.pieces.join('');
}

interface Evaluation extends EvaluateOptions {
  meter: Meter;
  pieces: string[];
}

/** The values of names at one place of a template. */
interface Frame {
  /** The current value and those around it, innermost first. */
  contexts: readonly unknown[];
  root: unknown;
  /** `@index` and so on; those around it by `../`. */
  data: { values: Readonly<Record<string, unknown>>; outer: Frame['data'] } | null;
  /** Parameters of blocks, innermost first. */
  names: { values: ReadonlyMap<string, unknown>; outer: Frame['names'] } | null;
}

function walk(nodes: readonly TemplateNode[], frame: Frame, evaluation: Evaluation): void {
  const { meter, isHtml } = evaluation;
  for (const node of nodes) {
    meter.spend(1);
    if (node.kind === 'text') write(node.text, evaluation);
    else if (node.kind === 'block') block(node, frame, evaluation);
    else {
      const value = resultOf(node.of, frame, evaluation);
      if (value instanceof Markup) write(value.html, evaluation);
      else {
        const text = meter.text(value);
        meter.fits(text.length);
        write(isHtml && !node.isRaw ? escapeMarkup(text) : text, evaluation);
      }
    }
  }
}

function write(text: string, { meter, pieces }: Evaluation): void {
  meter.add(text.length);
  if (text !== '') pieces.push(text);
}

type Block = Extract<TemplateNode, { kind: 'block' }>;

function block(node: Block, frame: Frame, evaluation: Evaluation): void {
  const value = resultOf(node.of, frame, evaluation);
  const inside: Inside = (context, values, data) =>
    walk(node.body, enter(frame, node, { context, values, data }), evaluation);
  const here = frame.contexts[0];
  const isRepeated = node.name === 'each' || (node.name === null && Array.isArray(value));
  if (isRepeated && each(value, inside, evaluation.meter)) return;
  if (isRepeated || !entered(node, value, frame, evaluation)) walk(node.inverse, frame, evaluation);
  else if (node.name === 'with' || (node.name === null && value !== true)) inside(value, [value]);
  else inside(here, []);
}

/** Whether the body of a block is shown, rather than its else branch. */
function entered({ name, hash }: Block, value: unknown, frame: Frame, evaluation: Evaluation): boolean {
  if (name !== 'if' && name !== 'unless') return !isEmpty(value);
  const zero = hash.some(([key, of]) => key === 'includeZero' && resultOf(of, frame, evaluation) === true);
  const holds = !isEmpty(value) && (value !== 0 || zero);
  return holds === (name === 'if');
}

type Inside = (context: unknown, values: readonly unknown[], data?: Readonly<Record<string, unknown>>) => void;

/** false if there was nothing to repeat. */
function each(value: unknown, inside: Inside, meter: Meter): boolean {
  const entries: (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item, index) => [index, item] as const)
    : isObject(value)
      ? Object.entries(value)
      : [];
  meter.spend(entries.length);
  for (const [index, [key, item]] of entries.entries())
    inside(item, [item, key], { index, key, first: index === 0, last: index === entries.length - 1 });
  return entries.length > 0;
}

interface Entered {
  context: unknown;
  /** Of the parameters of the block. */
  values: readonly unknown[];
  data: Readonly<Record<string, unknown>> | undefined;
}

function enter(frame: Frame, { blockParams }: Block, { context, values, data }: Entered): Frame {
  const isSame = context === frame.contexts[0];
  return {
    root: frame.root,
    contexts: isSame ? frame.contexts : [context, ...frame.contexts],
    data: data ? { values: data, outer: frame.data } : frame.data,
    names:
      blockParams.length === 0
        ? frame.names
        : { values: new Map(blockParams.map((name, i) => [name, values[i]])), outer: frame.names },
  };
}

function resultOf(expression: Expression, frame: Frame, evaluation: Evaluation): unknown {
  evaluation.meter.spend(1);
  if (expression.kind === 'literal') return expression.value;
  if (expression.kind === 'path') return follow(expression, frame);
  const helper = HELPERS[expression.helper];
  if (!helper) throw new TemplateError(`there is no helper ${expression.helper}`);
  const params = expression.params.map((param) => resultOf(param, frame, evaluation));
  const hash = new Map(expression.hash.map(([key, of]) => [key, resultOf(of, frame, evaluation)]));
  return helper.run(params, { hash, meter: evaluation.meter, environment: evaluation.environment });
}

function follow({ isData, depth, parts, isScoped }: Extract<Expression, { kind: 'path' }>, frame: Frame): unknown {
  const [first = '', ...rest] = parts;
  if (isData) {
    if (first === 'root') return down(frame.root, rest);
    let data = frame.data;
    for (let up = 0; up < depth; up++) data = data?.outer ?? null;
    return data && Object.hasOwn(data.values, first) ? down(data.values[first], rest) : undefined;
  }
  if (depth === 0 && !isScoped)
    for (let names = frame.names; names; names = names.outer)
      if (names.values.has(first)) return down(names.values.get(first), rest);
  return down(frame.contexts[depth], parts);
}
