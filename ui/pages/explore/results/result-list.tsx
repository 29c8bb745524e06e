import { type KeyboardEvent, useRef } from 'react';
import type { Hit } from '../../../data/search.js';
import { useKeys } from '../../../data/shortcuts.js';
import { useRest } from '../../../kit/use-rest.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import { ResultCard } from './result-card.js';
import classes from './results.module.css';

interface Props {
  hits: readonly Hit[];
  peeked: string | undefined;
  peek(hit: Hit): void;
}

/** Pixels that a card needs at least, and at most as long as most are not rendered. */
const [LEAST, MOST] = [120, 200];

/** Hits as cards; `j` and `k` move, Enter opens as on every link, Space peeks. */
export function ResultList({ hits, peeked, peek }: Props) {
  const t = useWords(exploreWords);
  const list = useRef<HTMLUListElement>(null);
  const shown = useRest() ? hits.length : Math.ceil(window.innerHeight / LEAST);
  function move(step: number) {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
    const card = document.activeElement?.closest('li');
    const now = links.findIndex((link) => card?.contains(link));
    const next = links[now < 0 ? 0 : Math.max(0, Math.min(links.length - 1, now + step))];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  }
  useKeys({ j: () => move(1), k: () => move(-1) });
  function onKeyDown(event: KeyboardEvent) {
    const id = event.target instanceof HTMLElement ? event.target.dataset.result : undefined;
    const hit = hits.find((one) => one.id === id);
    if (event.key !== ' ' || !hit) return;
    event.preventDefault();
    peek(hit);
  }
  return (
    <>
      <ul
        ref={list}
        className={classes.list}
        onKeyDown={onKeyDown}
        aria-describedby="result-keys"
        // Who comes back to this page is brought to where they were.
        style={shown < hits.length ? { minBlockSize: hits.length * MOST } : undefined}
      >
        {hits.slice(0, shown).map((hit) => (
          <ResultCard key={hit.id} hit={hit} peeked={hit.id === peeked} peek={() => peek(hit)} />
        ))}
      </ul>
      <p id="result-keys" className="visually-hidden">
        {t('keys')}
      </p>
    </>
  );
}
