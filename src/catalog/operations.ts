/** Policy operations that a request needs (`reference/enums.md`, resourceDescriptor#operation). Pure. */
import type { Operation as PatchStep } from 'fast-json-patch';
import type { EntityType, Fields } from './define.js';
import { isObject } from './document.js';

const views: Readonly<Record<string, string>> = {
  usageSummary: 'ViewUsage',
  sampleData: 'ViewSampleData',
  profile: 'ViewDataProfile',
  testSuite: 'ViewTests',
  tests: 'ViewTests',
  queries: 'ViewQueries',
  extension: 'ViewCustomFields',
};

const edits: Readonly<Record<string, string>> = {
  description: 'EditDescription',
  displayName: 'EditDisplayName',
  extension: 'EditCustomFields',
  lifeCycle: 'EditLifeCycle',
  certification: 'EditCertification',
  entityStatus: 'EditStatus',
};

/** For reading with these `fields`. */
export function viewOperations(fields: string | undefined): string[] {
  const operations = new Set(['ViewBasic']);
  for (const field of fields?.split(',') ?? []) operations.add(views[field.trim()] ?? 'ViewBasic');
  return [...operations];
}

/** For a PATCH with these steps on an entity that looks like `before`. */
export function editOperations(type: EntityType, steps: readonly PatchStep[], before: Fields): string[] {
  const operations = new Set<string>();
  for (const step of steps) {
    if (step.op === 'test') continue;
    for (const operation of stepOperations(type, step, step.path, before)) operations.add(operation);
    if (step.op === 'move')
      for (const operation of stepOperations(type, step, step.from, before)) operations.add(operation);
  }
  return [...operations];
}

function stepOperations(type: EntityType, step: PatchStep, pointer: string, before: Fields): string[] {
  const path = pointer.split('/').slice(1);
  const field = path[0] ?? '';
  const inPart = type.parts?.some((rule) => rule.path.split('.')[0] === field) && path.length > 2;
  const name = inPart ? (path.find((key) => key === 'tags') ?? path.at(-1) ?? '') : field;
  if (name === 'tags') return tagOperations(step, path, before);
  const trait = inPart ? undefined : type.traits?.find((candidate) => candidate.field === name);
  return [trait?.write?.operation ?? edits[name] ?? 'EditAll'];
}

/** Tags are split three ways: tiers, glossary terms and the rest. */
function tagOperations(step: PatchStep, path: readonly string[], before: Fields): string[] {
  const touched: unknown[] = [];
  if ('value' in step) touched.push(...(Array.isArray(step.value) ? step.value : [step.value]));
  if (step.op !== 'add') {
    const stored = path.reduce<unknown>((inner, key) => (inner as Fields | undefined)?.[key], before);
    touched.push(...(Array.isArray(stored) ? stored : [stored]));
  }
  const labels = touched.filter(isObject).filter((label) => 'tagFQN' in label);
  return labels.length === 0 ? ['EditTags'] : [...new Set(labels.map(labelOperation))];
}

function labelOperation(label: Fields): string {
  if (label.source === 'Glossary') return 'EditGlossaryTerms';
  return String(label.tagFQN).startsWith('Tier.') ? 'EditTier' : 'EditTags';
}
