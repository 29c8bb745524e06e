// The fields of new entities that intake forms can ask for, beside the name, and how requests take them.
import type { EntityReference, IntakeForm, TagLabel } from 'cairn/contract';
import type { Choice } from '../fields/picker.js';
import { labelOf } from '../fields/values.js';

/** Types that intake forms are for, with the fields of their requests that people can fill in. */
export const ASKED_FIELDS = {
  domain: ['displayName', 'description', 'owners', 'experts', 'tags'],
  dataProduct: ['displayName', 'description', 'owners', 'experts', 'reviewers', 'tags'],
  glossaryTerm: ['displayName', 'description', 'owners', 'reviewers', 'synonyms', 'tags'],
} as const;

export type AskedType = keyof typeof ASKED_FIELDS;
export type AskedField = (typeof ASKED_FIELDS)[AskedType][number];

export type FormField = NonNullable<IntakeForm['formFields']>[number];

/** What a form asks for. Older clients list the required fields apart. */
export function fieldsOf({ formFields = [], requiredFields = [] }: IntakeForm): FormField[] {
  return [...formFields, ...requiredFields.map((one) => ({ ...one, required: true }))];
}

export function isAskedType(type: string): type is AskedType {
  return Object.hasOwn(ASKED_FIELDS, type);
}

/** The indexes in which the values of a field are found. */
export const INDEXES: Partial<Record<AskedField, string>> = {
  owners: 'user,team',
  experts: 'user',
  reviewers: 'user,team',
  tags: 'tag,glossaryTerm',
};

/** What somebody has filled in: choices, a text, and values of custom properties by name. */
export interface Given {
  chosen: Partial<Record<AskedField, readonly Choice[]>>;
  synonyms: string;
  extension: Readonly<Record<string, unknown>>;
}

export const NOTHING_GIVEN: Given = { chosen: {}, synonyms: '', extension: {} };

/** Members of create requests. */
export interface AskedValues {
  owners?: EntityReference[];
  reviewers?: EntityReference[];
  experts?: string[];
  tags?: TagLabel[];
  synonyms?: string[];
  extension?: Record<string, unknown>;
}

export function valuesOf({ chosen, synonyms, extension }: Given): AskedValues {
  const { owners = [], reviewers = [], experts = [], tags = [] } = chosen;
  const words = synonyms
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  return {
    ...(owners.length > 0 ? { owners: owners.map(referenceOf) } : {}),
    ...(reviewers.length > 0 ? { reviewers: reviewers.map(referenceOf) } : {}),
    ...(experts.length > 0 ? { experts: experts.map(({ fqn }) => fqn) } : {}),
    ...(tags.length > 0 ? { tags: tags.map(labelOf) } : {}),
    ...(words.length > 0 ? { synonyms: words } : {}),
    ...(Object.keys(extension).length > 0 ? { extension: { ...extension } } : {}),
  };
}

const referenceOf = ({ key, type }: Choice): EntityReference => ({ id: key, type });
