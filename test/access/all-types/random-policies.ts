// Random policies, roles, teams and people: every function of conditions, every way by which a rule reaches a person.
import fc from 'fast-check';

export const TAGS = ['Mark.Red', 'Mark.Green'] as const;
/** Each has the tag of the same number, so that what has the term also has the tag. */
export const TERMS = ['Words.Rose', 'Words.Leaf'] as const;
export const TIERS = ['Tier.Tier1', 'Tier.Tier2'] as const;
export const CERTIFICATIONS = ['Certification.Gold', 'Certification.Silver'] as const;
/** Nested, one with two parents: fleet > deck, fleet + shore > pier, deck > crow. */
export const TEAMS = ['fleet', 'shore', 'deck', 'pier', 'crow'] as const;
export const ROLES = ['mate', 'pilot', 'cook', 'smith', 'scout', 'clerk'] as const;

export interface RandomRule {
  effect: 'allow' | 'deny';
  resources: string[];
  operations: string[];
  condition?: string;
}

/** What a person is, by indexes into teams, roles and domains. */
export interface RandomPerson {
  teams: number[];
  roles: number[];
  domains: number[];
}

const LABELS = [...TAGS, ...TERMS, ...TIERS];

const names = (list: readonly string[]) =>
  fc.subarray([...list], { minLength: 1, maxLength: 2 }).map((some) => some.map((name) => `'${name}'`).join(', '));

const atoms = fc.oneof(
  fc.constantFrom('isOwner()', 'noOwner()', 'isReviewer()', 'hasDomain()', 'noDomain()', 'matchTeam()'),
  names(LABELS).map((list) => `matchAnyTag(${list})`),
  names(LABELS).map((list) => `matchAllTags(${list})`),
  names(CERTIFICATIONS).map((list) => `matchAnyCertification(${list})`),
  names(TEAMS).map((list) => `inAnyTeam(${list})`),
  names(ROLES).map((list) => `hasAnyRole(${list})`),
);

const conditions: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'condition' },
    { weight: 3, arbitrary: atoms },
    { weight: 1, arbitrary: tie('tree').map((inner) => `!(${inner})`) },
    { weight: 1, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a} && ${b})`) },
    { weight: 1, arbitrary: fc.tuple(tie('tree'), tie('tree')).map(([a, b]) => `(${a} || ${b})`) },
  ),
})).tree;

/** The rules of a policy. The first shows something under a condition, so that most people see some and not all. */
export function rules(types: readonly string[]): fc.Arbitrary<RandomRule[]> {
  const resources = fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>(['all']) },
    { weight: 1, arbitrary: fc.subarray([...types], { minLength: 1, maxLength: 12 }) },
  );
  const operations = fc.constantFrom<string[][]>(['ViewAll'], ['ViewBasic'], ['All'], ['ViewAll', 'EditAll']);
  const condition = fc.oneof(
    { weight: 9, arbitrary: conditions.map((text): { condition?: string } => ({ condition: text })) },
    { weight: 1, arbitrary: fc.constant({}) },
  );
  const rule = (effects: readonly RandomRule['effect'][]) =>
    fc
      .record({ effect: fc.constantFrom(...effects), resources, operations, when: condition })
      .map(({ when, ...rest }): RandomRule => ({ ...rest, ...when }));
  return fc
    .tuple(rule(['allow']), fc.array(rule(['allow', 'deny']), { maxLength: 2 }))
    .map(([first, others]) => [first, ...others]);
}

const some = (count: number, least: number, most: number) =>
  fc.subarray([...Array(count).keys()], { minLength: least, maxLength: most });

export const person = (domains: number): fc.Arbitrary<RandomPerson> =>
  fc.record({ teams: some(TEAMS.length, 0, 2), roles: some(ROLES.length, 1, 2), domains: some(domains, 0, 1) });
