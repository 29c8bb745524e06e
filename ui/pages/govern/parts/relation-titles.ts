import { listGlossaryTermRelationTypes } from 'cairn/client';
import { useOperation } from '../../../data/use-operation.js';
import { spaced, wordOf } from '../../../words/format.js';

/** More kinds of relations than anybody defines. */
const MOST = 200;

type RelationType = { name: string; displayName?: string };

/** The kinds of relations between terms; undefined until they are there. */
export function useRelationTypes(): readonly RelationType[] | undefined {
  return useOperation(listGlossaryTermRelationTypes, { query: { limit: MOST } }).data?.value.data;
}

/** What a kind of relation is called: by its definition, or by its name while that is not known. */
export function titleOfRelation(name = '', types: readonly RelationType[] | undefined = []): string {
  return types.find((one) => one.name === name)?.displayName || wordOf(spaced(name));
}
