/** What a workflow definition must satisfy beyond its schema: known steps, and edges that lead from one start to an end. */
import { type Contract, catalogError, isObject, type SchemaKey } from '../../../contract/index.js';

export interface Workflow {
  trigger?: unknown;
  nodes?: readonly unknown[] | undefined;
  edges?: readonly Edge[] | undefined;
}

interface Edge {
  from: string;
  to: string;
  condition?: string | undefined;
}

interface Node {
  name: string;
  type: string;
  subType: string;
  branches?: readonly string[];
}

const NODES = 'governance/workflows/elements/nodes';
const TRIGGERS = 'governance/workflows/elements/triggers';

/** Type and schema of the steps, by subtype. Those that are missing are automated tasks named like their subtype. */
const special: Readonly<Record<string, readonly [type: string, schema: string]>> = {
  startEvent: ['startEvent', `${NODES}/startEvent/startEvent`],
  endEvent: ['endEvent', `${NODES}/endEvent/endEvent`],
  parallelGateway: ['gateway', `${NODES}/gateway/parallelGateway`],
  userApprovalTask: ['userTask', `${NODES}/userTask/userApprovalTask`],
  createRecognizerFeedbackApprovalTask: ['userTask', `${NODES}/userTask/createRecognizerFeedbackApprovalTask`],
  policyAgentTask: ['automatedTask', `${NODES}/automatedTask/policyAgentTaskDefinition`],
};

const MOST_NODES = 200;

/** Throws 400 with the step and the rule. A definition without steps is a draft, and valid. */
export function checkWorkflow({ trigger, nodes = [], edges = [] }: Workflow, contract: Contract): void {
  if (trigger !== undefined) checkTrigger(trigger, contract);
  if (nodes.length === 0 && edges.length === 0) return;
  if (nodes.length > MOST_NODES) throw wrong('nodes', `there may be at most ${MOST_NODES}`);
  const steps = nodes.map((node, i) => readNode(node, `nodes[${i}]`, contract));
  const byName = new Map<string, Node>();
  for (const step of steps) {
    if (byName.has(step.name)) throw wrong('nodes', `two have the name ${step.name}`);
    byName.set(step.name, step);
  }
  checkEdges(edges, byName);
  checkPaths(steps, edges);
}

function checkTrigger(trigger: unknown, contract: Contract): void {
  const type = isObject(trigger) ? trigger.type : undefined;
  if (typeof type !== 'string' || !contract.enumValues('governance/workflows/workflowDefinition#type').includes(type))
    throw wrong('trigger.type', 'must be eventBasedEntity, noOp or periodicBatchEntity');
  checkSchema(`${TRIGGERS}/${type}Trigger`, trigger, 'trigger', contract);
}

function readNode(node: unknown, at: string, contract: Contract): Node {
  if (!isObject(node)) throw wrong(at, 'must be an object');
  const { name, type, subType, branches } = node;
  if (typeof name !== 'string' || name === '') throw wrong(at, 'name is required');
  if (
    typeof subType !== 'string' ||
    !contract.enumValues('governance/workflows/elements/nodeSubType').includes(subType)
  )
    throw wrong(`${at}.subType`, `${String(subType)} is not a known kind of step`);
  const [expected, schema] = special[subType] ?? ['automatedTask', `${NODES}/automatedTask/${subType}`];
  if (type !== expected) throw wrong(`${at}.type`, `must be ${expected} for the subtype ${subType}`);
  checkSchema(schema, node, at, contract);
  return { name, type: expected, subType, ...(isTexts(branches) ? { branches } : {}) };
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

function checkSchema(schema: string, value: unknown, at: string, contract: Contract): void {
  const result = contract.validator(schema as SchemaKey)(value);
  if (!result.ok) throw wrong(at, result.errors[0]?.message ?? 'does not match its schema');
}

function checkEdges(edges: readonly Edge[], nodes: ReadonlyMap<string, Node>): void {
  const seen = new Set<string>();
  for (const [i, { from, to, condition = '' }] of edges.entries()) {
    for (const [end, name] of [
      ['from', from],
      ['to', to],
    ] as const)
      if (!nodes.has(name)) throw wrong(`edges[${i}].${end}`, `there is no node ${name}`);
    const key = JSON.stringify([from, to, condition]);
    if (seen.has(key)) throw wrong(`edges[${i}]`, `the edge from ${from} to ${to} is listed more than once`);
    seen.add(key);
    const branches = nodes.get(from)?.branches;
    if (condition !== '' && branches && !branches.includes(condition))
      throw wrong(`edges[${i}].condition`, `${condition} is not a branch of ${from} (${branches.join(', ')})`);
  }
}

function checkPaths(nodes: readonly Node[], edges: readonly Edge[]): void {
  const [start, ...others] = nodes.filter(({ type }) => type === 'startEvent');
  if (!start || others.length > 0) throw wrong('nodes', 'there must be exactly one startEvent');
  if (!nodes.some(({ type }) => type === 'endEvent')) throw wrong('nodes', 'there must be an endEvent');
  if (edges.some(({ to }) => to === start.name)) throw wrong('edges', `no edge may lead to the start ${start.name}`);
  const out = new Map<string, string[]>();
  for (const { from, to } of edges) out.set(from, [...(out.get(from) ?? []), to]);
  const reached = new Set([start.name]);
  for (const name of reached) for (const to of out.get(name) ?? []) reached.add(to);
  for (const { name, type } of nodes) {
    if (!reached.has(name)) throw wrong('nodes', `${name} cannot be reached from the start ${start.name}`);
    if (type === 'endEvent' && out.has(name)) throw wrong('edges', `no edge may start at the end ${name}`);
    if (type !== 'endEvent' && !out.has(name))
      throw wrong('edges', `${name} leads nowhere; only an endEvent may end a workflow`);
  }
  if (countInOrder(start.name, out) < nodes.length) throw wrong('edges', 'they form a cycle');
}

/** How many steps there are that come behind all steps that lead to them: all, unless some lead back. */
function countInOrder(start: string, out: ReadonlyMap<string, readonly string[]>): number {
  const open = new Map<string, number>();
  for (const to of [...out.values()].flat()) open.set(to, (open.get(to) ?? 0) + 1);
  const ordered = [start];
  for (const name of ordered)
    for (const to of out.get(name) ?? []) {
      const left = (open.get(to) ?? 0) - 1;
      open.set(to, left);
      if (left === 0) ordered.push(to);
    }
  return ordered.length;
}

function wrong(at: string, rule: string) {
  return catalogError('BAD_REQUEST', `${at}: ${rule}`);
}
