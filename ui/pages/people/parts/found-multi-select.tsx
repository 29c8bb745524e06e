import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { listPolicies, type Operation, type Page, searchPersonas, searchRoles } from 'cairn/client';
import { useState } from 'react';
import { useTypeAhead } from '../../../data/search.js';
import { useOperation } from '../../../data/use-operation.js';
import { nameOf, type Reference } from '../../../entities/fields/values.js';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';

const SHOWN = 20;
const MOST = 1000;

/** Types that have a page for people here. Users and teams are found by the search of all things. */
export type FoundType = 'user' | 'team' | 'role' | 'persona' | 'policy';

interface Props {
  label: string;
  type: FoundType;
  chosen: readonly Reference[];
  change(chosen: readonly Reference[]): void;
  required?: boolean;
  autoFocus?: boolean;
}

/** Chooses several entities by typing, however many there are. */
export function FoundMultiSelect({ label, type, chosen, change, required = false, autoFocus = false }: Props) {
  const t = useWords(accessWords);
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 150);
  const found = useFound(type, asked);
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

/** Lists of types that the search of all things does not have. Policies are few, and their list takes no text. */
const LISTS: Readonly<Partial<Record<FoundType, Searching>>> = {
  role: searchRoles as Searching,
  persona: searchPersonas as Searching,
  policy: listPolicies as Searching,
};

function useFound(type: FoundType, asked: string): Reference[] {
  const list = LISTS[type];
  const { hits } = useTypeAhead(list ? '' : asked || '*', { index: type, size: SHOWN });
  const isWhole = type === 'policy';
  const answer = useOperation(
    list ?? (searchRoles as Searching),
    { query: isWhole ? { limit: MOST } : { limit: SHOWN, ...(asked ? { q: asked } : {}) } },
    { enabled: list !== undefined, keepPrevious: true },
  );
  if (!list)
    return hits.map(({ id, name, fqn }) => ({ id, type, name: fqn, displayName: name, fullyQualifiedName: fqn }));
  const wanted = isWhole ? asked.toLowerCase() : '';
  return (answer.data?.value.data ?? [])
    .filter((one) => nameOf(one).toLowerCase().includes(wanted))
    .map(({ id, name, displayName, fullyQualifiedName }) => ({
      ...{ id, type },
      ...(name === undefined ? {} : { name }),
      ...(displayName === undefined ? {} : { displayName }),
      ...(fullyQualifiedName === undefined ? {} : { fullyQualifiedName }),
    }));
}
