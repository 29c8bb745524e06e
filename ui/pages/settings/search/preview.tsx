import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { previewSearch } from 'cairn/client';
import type { JsonObject, SearchSettings } from 'cairn/contract';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { type Hit, readHits } from '../../../data/search.js';
import { useOperation } from '../../../data/use-operation.js';
import { Panel } from '../../../kit/panel.js';
import { Async } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';

interface Props {
  type: string;
  stored: SearchSettings;
  draft: SearchSettings;
}

/** Compares a search with the saved weights and with those of the form. */
export function Preview({ type, stored, draft }: Props) {
  const t = useWords(systemWords);
  const [text, setText] = useSearchState('q');
  const [asked] = useDebouncedValue(text.trim(), 250);
  const [tried] = useDebouncedValue(draft, 250);
  const before = useFound(asked, type, stored);
  const after = useFound(asked, type, tried);
  const first = before.data ? readHits(before.data.value as JsonObject).hits.map(({ id }) => id) : undefined;
  return (
    <Panel title={t('try')}>
      <TextInput
        aria-label={t('try')}
        placeholder={t('tryText')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {asked === '' ? null : (
        <div className={classes.halves}>
          <section>
            <h3>{t('before')}</h3>
            <Async of={before} small>
              {(value) => <Hits hits={readHits(value as JsonObject).hits} />}
            </Async>
          </section>
          <section>
            <h3>{t('after')}</h3>
            <Async of={after} small>
              {(value) => <Hits hits={readHits(value as JsonObject).hits} {...(first ? { before: first } : {})} />}
            </Async>
          </section>
        </div>
      )}
    </Panel>
  );
}

function useFound(query: string, index: string, searchSettings: SearchSettings) {
  return useOperation(
    previewSearch,
    { body: { query, index, searchSettings, from: 0, size: 10 } },
    { enabled: query !== '', keepPrevious: true, staleTime: 60_000 },
  );
}

function Hits({ hits, before }: { hits: readonly Hit[]; before?: readonly string[] }) {
  const t = useWords(systemWords);
  if (hits.length === 0) return <p className={classes.soft}>{t('noHits')}</p>;
  return (
    <ol className={classes.hits}>
      {hits.map(({ id, name, fqn }, i) => (
        <li key={id} title={fqn}>
          {name}
          {before ? <Moved by={before.indexOf(id) < 0 ? null : before.indexOf(id) - i} /> : null}
        </li>
      ))}
    </ol>
  );
}

/** How many places a hit has moved; null: it was not among the first. */
function Moved({ by }: { by: number | null }) {
  const t = useWords(systemWords);
  if (by === 0) return null;
  const way = by === null || by > 0 ? 'up' : 'down';
  return (
    <span className={classes.moved} data-way={way}>
      {by === null ? t('new') : t(way, { count: Math.abs(by) })}
    </span>
  );
}
