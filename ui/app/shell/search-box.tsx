import { Kbd, TextInput } from '@mantine/core';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { addressOf } from '../../data/addresses/addresses.js';
import { type Hit, useTypeAhead } from '../../data/search.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import classes from './shell.module.css';

/** Type-ahead over everything; Enter without a choice opens the page of results. */
export function SearchBox() {
  const t = useWords(shellWords);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [text, setText] = useState(params.get('search') ?? '');
  const [opened, setOpened] = useState(false);
  const [chosenId, setChosenId] = useState<string>();
  const { hits } = useTypeAhead(opened ? text : '');
  const chosen = hits.findIndex(({ id }) => id === chosenId);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const shown = opened && text.trim() !== '';

  function go(hit: Hit | undefined) {
    setOpened(false);
    input.current?.blur();
    if (hit) setText('');
    void navigate(hit ? addressOf(hit.type, hit.fqn) : `/explore?search=${encodeURIComponent(text.trim())}`);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setChosenId(hits[Math.min(hits.length - 1, chosen + step)]?.id);
    } else if (event.key === 'Enter') go(hits[chosen]);
    else if (event.key === 'Escape') setOpened(false);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> would be one, but browsers of the last years lack it
    <div className={classes.search} role="search">
      <TextInput
        ref={input}
        type="search"
        role="searchbox"
        aria-label={t('search')}
        aria-autocomplete="list"
        aria-controls={shown ? list : undefined}
        aria-activedescendant={shown && chosen >= 0 ? `${list}-${chosen}` : undefined}
        data-search-box
        autoComplete="off"
        placeholder={t('searchHint')}
        leftSection={<Search size={16} aria-hidden />}
        rightSection={text === '' ? <Kbd size="xs">/</Kbd> : null}
        rightSectionPointerEvents="none"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosenId(undefined);
          setOpened(true);
        }}
        onFocus={() => setOpened(true)}
        onBlur={() => setOpened(false)}
        onKeyDown={onKeyDown}
      />
      {shown ? (
        <div id={list} role="listbox" aria-label={t('hits')} className={classes.hits}>
          {hits.map((hit, i) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the search box
            <div
              key={hit.id}
              id={`${list}-${i}`}
              role="option"
              tabIndex={-1}
              aria-selected={i === chosen}
              className={classes.hit}
              onMouseMove={() => setChosenId(hit.id)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(hit)}
            >
              <TypeIcon type={hit.type} />
              <div className={classes.hitText}>
                <div className={classes.hitName}>{hit.name}</div>
                <div className={classes.hitPath}>{hit.fqn}</div>
              </div>
            </div>
          ))}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search box does the same */}
          <div
            role="option"
            tabIndex={-1}
            aria-selected={chosen === -1}
            className={classes.hit}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(undefined)}
          >
            <Search size={16} className={classes.icon} aria-hidden />
            {t('searchAll', { text: text.trim() })}
          </div>
        </div>
      ) : null}
    </div>
  );
}
