import fc from 'fast-check';
import { TAGS, TEAMS } from './small-catalog.js';

export interface RandomRule {
  effect: 'allow' | 'deny';
  resources: string[];
  operations: string[];
  condition?: string;
}

const atoms = fc.oneof(
  fc.constantFrom('isOwner()', 'noOwner()', 'hasDomain()', 'noDomain()'),
  fc.subarray([...TAGS], { minLength: 1 }).map((tags) => `matchAnyTag(${quoted(tags)})`),
  fc.subarray([...TAGS], { minLength: 1 }).map((tags) => `matchAllTags(${quoted(tags)})`),
  fc.subarray([...TEAMS], { minLength: 1 }).map((teams) => `inAnyTeam(${quoted(teams)})`),
);

/** Conditions of the whole grammar, up to a few levels. */
export const conditions: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    atoms,
    tie('tree').map((inner) => `!(${inner})`),
    fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => `(${left} && ${right})`),
    fc.tuple(tie('tree'), tie('tree')).map(([left, right]) => `(${left} || ${right})`),
  ),
})).tree;

/** Rules of one policy, about all types or some; the first lets some of them be seen, so that there is something to tell apart. */
export function rules(types: readonly string[]): fc.Arbitrary<RandomRule[]> {
  const resources = fc.oneof(fc.constant<string[]>(['all']), fc.subarray([...types], { minLength: 1, maxLength: 5 }));
  const seeing = fc.constantFrom<string[][]>(['ViewAll'], ['ViewBasic'], ['All'], ['ViewAll', 'EditAll']);
  const requiredKeys = ['effect', 'resources', 'operations'] as const;
  const effect = fc.constantFrom<RandomRule['effect'][]>('allow', 'deny');
  const operations = fc.oneof(
    { weight: 4, arbitrary: seeing },
    { weight: 1, arbitrary: fc.constant<string[]>(['EditTags']) },
  );
  const first = fc.record(
    { effect: fc.constant<'allow'>('allow'), resources, operations: seeing, condition: conditions },
    { requiredKeys: [...requiredKeys] },
  );
  const other = fc.record(
    { effect, resources, operations, condition: conditions },
    { requiredKeys: [...requiredKeys] },
  );
  return fc.tuple(first, fc.array(other, { maxLength: 3 })).map(([one, others]) => [one, ...others]);
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
