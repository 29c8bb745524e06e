import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listPolicies, type Operation, type Page, searchPersonas, searchRoles } from 'cairn/client';
import { useState } from 'react';
import { useTypeAhead } from '../../../data/search.js';
import { isAnswered, useOperation } from '../../../data/use-operation.js';
import { nameOf, type Reference } from '../../../entities/fields/values.js';
import { useEnter } from '../../../kit/use-enter.js';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';

/** Number of entities offered at once, and of policies that are loaded. */
const SHOWN = 20;
const MOST_POLICIES = 1000;

/** The types that can be chosen. Users and teams are found by the global search, the others by their lists (`LISTS`). */
export type FoundType = 'user' | 'team' | 'role' | 'persona' | 'policy';

interface Props {
  label: string;
  type: FoundType;
  chosen: readonly Reference[];
  change(chosen: readonly Reference[]): void;
  required?: boolean;
  autoFocus?: boolean;
}

/** A field in which several entities are chosen by typing part of their names; works for any number of entities. */
export function FoundMultiSelect({ label, type, chosen, change, required = false, autoFocus = false }: Props) {
  const t = useWords(accessWords);
  const [text, setText] = useState('');
  const { found, isCurrent } = useFound(type, text.trim());
  const enter = useEnter({ text, isCurrent });
  const known = new Map([...chosen, ...found].map((one) => [one.id, one]));
  return (
    <MultiSelect
      label={label}
      required={required}
      {...(autoFocus ? { 'data-autofocus': true } : {})}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('nothingFound')}
      filter={({ options }) => options}
      searchValue={text}
      onSearchChange={setText}
      value={chosen.map(({ id }) => id)}
      onChange={(ids) => change(ids.flatMap((id) => known.get(id) ?? []))}
      data={[...known.values()].map((one) => ({ value: one.id, label: nameOf(one) }))}
      maxDropdownHeight={280}
      {...enter}
    />
  );
}

type Named = Omit<Reference, 'type'>;
type Searching = Operation<{
  params: Record<never, never>;
  query: { q?: string; limit?: number };
  body: undefined;
  answer: Page<Named>;
}>;

/** Lists of the types that the global search does not cover. The list of policies has no parameter for a text; it is filtered here. */
const LISTS: Readonly<Partial<Record<FoundType, Searching>>> = {
  role: searchRoles as Searching,
  persona: searchPersonas as Searching,
  policy: listPolicies as Searching,
};

function useFound(type: FoundType, text: string): { found: Reference[]; isCurrent: boolean } {
  const list = LISTS[type];
  const [asked] = useDebouncedValue(text, 120);
  const { hits, isCurrent } = useTypeAhead(list ? '' : text || '*', { index: type, size: SHOWN });
  const isWhole = type === 'policy';
  const answer = useOperation(
    list ?? (searchRoles as Searching),
    { query: isWhole ? { limit: MOST_POLICIES } : { limit: SHOWN, ...(asked ? { q: asked } : {}) } },
    { enabled: list !== undefined, keepPrevious: true },
  );
  if (!list)
    return {
      found: hits.map(({ id, name, fqn }) => ({ id, type, name: fqn, displayName: name, fullyQualifiedName: fqn })),
      isCurrent,
    };
  const wanted = isWhole ? text.toLowerCase() : '';
  const found = (answer.data?.value.data ?? [])
    .filter((one) => nameOf(one).toLowerCase().includes(wanted))
    .map(({ id, name, displayName, fullyQualifiedName }) => ({
      ...{ id, type },
      ...(name === undefined ? {} : { name }),
      ...(displayName === undefined ? {} : { displayName }),
      ...(fullyQualifiedName === undefined ? {} : { fullyQualifiedName }),
    }));
  return { found, isCurrent: (isWhole || asked === text) && isAnswered(answer) };
}
