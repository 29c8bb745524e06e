import { ActionIcon, Popover, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Check, Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { useTypeAhead } from '../../data/search.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entity.js';
import { TypeIcon } from '../type-icon.js';
import classes from './fields.module.css';

/** What can be chosen. */
export interface Choice {
  /** Id of an entity, or the name of a tag. */
  key: string;
  type: string;
  name: string;
  fqn: string;
}

export interface PickerProps {
  /** What the button and the field are called: "Edit the owners", "Find people and teams". */
  label: string;
  find: string;
  /** Search index, such as `user,team`. */
  index: string;
  chosen: readonly Choice[];
  /** Shown before anything is typed. */
  suggestions?: readonly Choice[];
  /** At most one. */
  single?: boolean;
  /** What identifies a hit; default: its id. */
  keyBy?: 'id' | 'fqn';
  /** Called once, when it closes and something changed. */
  onSave: (chosen: readonly Choice[]) => void;
  opened: boolean;
  setOpened: (opened: boolean) => void;
  /** Why it cannot be opened. */
  forbidden?: string | undefined;
  /** In place of the pencil. */
  children?: ReactNode;
}

/** Chooses entities by typing; Enter chooses the first and closes, Space or a click chooses one of several. */
export function Picker(props: PickerProps) {
  const { label, opened, setOpened, forbidden, children } = props;
  return (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal position="bottom-end">
      <Popover.Target>
        <Tooltip label={forbidden ?? label} disabled={opened}>
          <ActionIcon
            size={24}
            aria-label={label}
            aria-disabled={forbidden !== undefined || undefined}
            data-disabled={forbidden !== undefined || undefined}
            onClick={() => forbidden === undefined && setOpened(!opened)}
          >
            {children ?? <Pencil size={14} />}
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} p="xs">
        {opened ? <Choices {...props} /> : null}
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({ find, index, chosen, suggestions = [], single, keyBy = 'id', onSave, setOpened }: PickerProps) {
  const t = useWords(entityWords);
  const list = useId();
  const [text, setText] = useState('');
  const [now, setNow] = useState<readonly Choice[]>(chosen);
  const [active, setActive] = useState(0);
  const [asked] = useDebouncedValue(text, 120);
  const { hits } = useTypeAhead(asked, { index, size: 12 });
  const found = hits.map(({ id, type, name, fqn }): Choice => ({ key: keyBy === 'id' ? id : fqn, type, name, fqn }));
  const offered = text.trim() === '' ? without(suggestions, chosen) : found;
  const options = [...(text.trim() === '' ? chosen : []), ...offered];
  const first = text.trim() === '' && offered.length > 0 ? chosen.length : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first that is offered, whenever others are
  useEffect(() => setActive(first), [asked, first]);

  const isChosen = ({ key }: Choice) => now.some((one) => one.key === key);
  function toggled(choice: Choice): readonly Choice[] {
    if (isChosen(choice)) return now.filter(({ key }) => key !== choice.key);
    return single ? [choice] : [...now, choice];
  }
  function finish(result: readonly Choice[]) {
    setOpened(false);
    if (result.length !== chosen.length || without(result, chosen).length > 0) onSave(result);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const option = options[active];
    if (step) setActive((at) => Math.max(0, Math.min(options.length - 1, at + step)));
    else if (event.key === 'Enter') finish(option && !isChosen(option) ? toggled(option) : now);
    else if (event.key === ' ' && text.trim() === '' && option) setNow(toggled(option));
    else return;
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the focus has left
    <div
      className={classes.picker}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && finish(now)}
    >
      <TextInput
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
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
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
            onMouseEnter={() => setActive(i)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (single ? finish(toggled(option)) : setNow(toggled(option)))}
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
      {options.length === 0 && text.trim() !== '' ? (
        <div className={classes.groupTitle}>{t('nothingFound')}</div>
      ) : null}
    </div>
  );
}

function without(choices: readonly Choice[], taken: readonly Choice[]): Choice[] {
  return choices.filter(({ key }) => !taken.some((one) => one.key === key));
}
