import { Popover, TextInput } from '@mantine/core';
import { Check } from 'lucide-react';
import { type KeyboardEvent, type Ref, useId, useLayoutEffect, useState } from 'react';
import { useTypeAhead } from '../../data/search.js';
import { useEnter } from '../../kit/use-enter.js';
import { useFocusAtOnce } from '../../kit/use-focus-at-once.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { TypeIcon } from '../type-icon.js';
import classes from './fields.module.css';
import type { Choice, PickerProps } from './picker.js';

interface Props extends PickerProps {
  /** The button that opened it, and its id. */
  anchor: HTMLElement;
  id: string;
}

/** The open part of a picker, below its button. */
export function PickerPanel({ anchor, id, ...props }: Props) {
  return (
    <Popover opened id={id} onChange={props.setOpened} trapFocus withinPortal position="bottom-end">
      <Popover.Target>
        <Anchor of={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label} p="xs">
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Tells the popover of an element that is there already. */
function Anchor({ of, ref }: { of: HTMLElement; ref?: Ref<HTMLElement> }) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return;
    ref(of);
    return () => void ref(null);
  }, [of, ref]);
  return null;
}

function Choices({
  find,
  index,
  filter,
  chosen,
  suggestions = [],
  single,
  keyBy = 'id',
  onSave,
  setOpened,
}: PickerProps) {
  const t = useWords(entityWords);
  const list = useId();
  const field = useFocusAtOnce();
  const [text, setText] = useState('');
  const [now, setNow] = useState<readonly Choice[]>(chosen);
  const [pointed, setPointed] = useState<string>();
  const isEmpty = text.trim() === '';
  const isSuggested = isEmpty && suggestions.length > 0;
  const isListed = isEmpty && !isSuggested;
  const { hits, isCurrent } = useTypeAhead(isListed ? '*' : text, { index, size: 12, filter });
  const found = hits.map(({ id, type, name, fqn }): Choice => ({ key: keyBy === 'id' ? id : fqn, type, name, fqn }));
  const offered = isSuggested ? suggestions : found;
  const options = isEmpty ? [...chosen, ...without(offered, chosen)] : offered;
  // Enter takes what is suggested or found, but nothing of what is merely listed.
  const suggested = isSuggested && options.length > chosen.length ? chosen.length : 0;
  const first = isListed && chosen.length === 0 ? -1 : suggested;
  const at = options.findIndex(({ key }) => key === pointed);
  const active = at === -1 ? first : at;

  const isChosen = ({ key }: Choice) => now.some((one) => one.key === key);
  function toggled(choice: Choice): readonly Choice[] {
    if (isChosen(choice)) return now.filter(({ key }) => key !== choice.key);
    return single ? [choice] : [...now, choice];
  }
  /** Whether the next choice is the first one of an empty field. It closes the panel, since one is usually enough. */
  const isFirst = chosen.length === 0 && now.length === 0;
  function finish(result: readonly Choice[]) {
    setOpened(false);
    if (result.length !== chosen.length || without(result, chosen).length > 0) onSave(result);
  }
  function take() {
    const option = options[active];
    finish(option && !isChosen(option) ? toggled(option) : now);
  }
  const enter = useEnter({ text, isCurrent, take });
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (step) setPointed(options[Math.max(0, Math.min(options.length - 1, active + step))]?.key);
    else if (event.key === 'Enter') take();
    else if (event.key === ' ' && isEmpty && option) setNow(toggled(option));
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens for the focus leaving
    <div
      className={classes.picker}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && finish(now)}
    >
      <TextInput
        ref={field}
        role="combobox"
        aria-label={find}
        aria-expanded
        aria-controls={list}
        aria-activedescendant={options[active] ? `${list}-${active}` : undefined}
        placeholder={find}
        size="xs"
        data-autofocus
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setPointed(undefined);
        }}
        onKeyDown={onKeyDown}
        {...enter}
      />
      <div id={list} role="listbox" aria-label={find} aria-multiselectable={!single} className={classes.options}>
        {options.map((option, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field
          <div
            key={option.key}
            id={`${list}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={isChosen(option)}
            data-active={i === active || undefined}
            className={classes.option}
            onMouseMove={() => setPointed(option.key)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (single || isFirst ? finish(toggled(option)) : setNow(toggled(option)))}
          >
            <TypeIcon type={option.type} size={14} />
            <span className={classes.optionName}>
              {option.name}
              {option.fqn === option.name ? null : <span className={classes.optionPath}> {option.fqn}</span>}
            </span>
            {isChosen(option) ? <Check size={14} aria-hidden /> : null}
          </div>
        ))}
      </div>
      {options.length === 0 && !isEmpty ? <div className={classes.groupTitle}>{t('nothingFound')}</div> : null}
    </div>
  );
}

function without(choices: readonly Choice[], taken: readonly Choice[]): Choice[] {
  return choices.filter(({ key }) => !taken.some((one) => one.key === key));
}
