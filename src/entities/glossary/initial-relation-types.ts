/** The types of relations between terms that the system provides, with the names and colors of the interface. */
import type { GlossaryTermRelationType } from '../../../contract/index.js';

type RelationType = GlossaryTermRelationType;

const symmetric = { isSymmetric: true };
const inverse = (inverseRelation: string, isTransitive = false) => ({ inverseRelation, isTransitive });

export const initialTypes: readonly RelationType[] = [
  type('relatedTo', 'Related to', 'associative', '#1570ef', 'The terms have to do with each other.', symmetric),
  type('synonym', 'Synonym', 'equivalence', '#b42318', 'The terms mean the same.', symmetric),
  type('antonym', 'Antonym', 'associative', '#b54708', 'The terms mean the opposite of each other.', symmetric),
  type('broader', 'Broader', 'hierarchical', '#067647', 'The other term is more general.', inverse('narrower', true)),
  type('narrower', 'Narrower', 'hierarchical', '#4e5ba6', 'The other term is more specific.', inverse('broader', true)),
  type(
    'partOf',
    'Part of',
    'hierarchical',
    '#026aa2',
    'The other term means a whole, this one a part.',
    inverse('hasPart'),
  ),
  type('hasPart', 'Has part', 'hierarchical', '#155eef', 'The other term means a part of this one.', inverse('partOf')),
  type(
    'calculatedFrom',
    'Calculated from',
    'associative',
    '#6938ef',
    'What this term means is computed from the other one.',
    inverse('usedToCalculate'),
  ),
  type(
    'usedToCalculate',
    'Used to calculate',
    'associative',
    '#ba24d5',
    'What the other term means is computed from this one.',
    inverse('calculatedFrom'),
  ),
  type('seeAlso', 'See also', 'associative', '#c11574', 'The other term tells more.', symmetric),
];

function type(
  name: string,
  displayName: string,
  category: RelationType['category'],
  color: string,
  description: string,
  rest: Partial<RelationType>,
): RelationType {
  return { name, displayName, description, category, color, isSystemDefined: true, ...rest };
}
