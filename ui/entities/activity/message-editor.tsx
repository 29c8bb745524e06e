import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../../data/editing/drafts.js';
import { useMe } from '../../data/rights.js';
import { type Hit, useTypeAhead } from '../../data/search.js';
import { useEnter } from '../../kit/use-enter.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import { TypeIcon } from '../type-icon.js';
import classes from './activity.module.css';
import { mentionAt, mentionOf, toMessage, toTyped } from './mentions.js';

interface Props {
  label: string;
  /** What the button says. */
  action: string;
  /** The message that is edited; default: a new one. */
  initial?: string;
  /** Names the draft. */
  place: string;
  /** Resolves to whether it was sent. */
  onSend: (message: string) => Promise<boolean>;
  onCancel?: (() => void) | undefined;
  autoFocus?: boolean;
}

/** A text with mentions: `@` and a name offers people and teams. Ctrl+Enter sends, Escape leaves. */
export function MessageEditor({ label, action, initial = '', place, onSend, onCancel, autoFocus = false }: Props) {
  const t = useWords(activityWords);
  const me = useMe();
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [start] = useState(() => toTyped(readDraft<string>(me.id, place) ?? initial));
  const [text, setText] = useState(start.text);
  const [mentions, setMentions] = useState(start.mentions);
  const [busy, setBusy] = useState(false);
  const mention = useMention();
  function change(next: string, known = mentions) {
    setText(next);
    const message = toMessage({ text: next, mentions: known });
    writeDraft(me.id, place, message === initial || message.trim() === '' ? null : message);
  }
  function choose(hit: Hit | undefined) {
    const found = hit && mentionOf(hit);
    if (!found || !mention.at) return;
    const [shown, link] = found;
    const known = new Map([...mentions, [shown, link]]);
    const before = `${text.slice(0, mention.at.from)}${shown} `;
    setMentions(known);
    change(before + text.slice(mention.at.from + 1 + mention.at.text.length), known);
    mention.close();
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(before.length, before.length);
    });
  }
  const isNobody = mention.isCurrent && mention.hits.length === 0;
  const enter = useEnter({
    text: isNobody ? '' : (mention.at?.text ?? ''),
    isCurrent: mention.isCurrent,
    take() {
      const { current } = field;
      if (mention.hits.length > 0 || !current) return choose(mention.hits[mention.active]);
      current.setRangeText('\n', current.selectionStart, current.selectionEnd, 'end');
      change(current.value);
    },
  });
  async function send() {
    if (text.trim() === '' || busy) return;
    setBusy(true);
    const sent = await onSend(toMessage({ text, mentions }));
    setBusy(false);
    if (!sent) return;
    writeDraft(me.id, place, null);
    setText('');
    setMentions(new Map());
    field.current?.focus({ preventScroll: true }); // the button that had the focus can do nothing now
  }
  function cancel() {
    writeDraft(me.id, place, null);
    setText('');
    onCancel?.();
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (mention.hits.length > 0 && step) mention.move(step);
    else if (mention.hits.length > 0 && (event.key === 'Enter' || (event.key === 'Tab' && mention.isCurrent)))
      choose(mention.hits[mention.active]);
    else if (mention.hits.length > 0 && event.key === 'Escape') mention.close();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else if (event.key === 'Escape' && onCancel) cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className={classes.editor}>
      <Textarea
        ref={field}
        aria-label={label}
        placeholder={label}
        autosize
        minRows={2}
        maxRows={16}
        autoFocus={autoFocus}
        value={text}
        aria-autocomplete="list"
        aria-controls={mention.hits.length > 0 ? list : undefined}
        aria-activedescendant={mention.hits.length > 0 ? `${list}-${mention.active}` : undefined}
        onChange={({ currentTarget }) => {
          change(currentTarget.value);
          mention.look(currentTarget);
        }}
        onKeyDown={onKeyDown}
        {...enter}
      />
      {mention.hits.length > 0 ? (
        <People list={list} label={t('mentionList')} hits={mention.hits} active={mention.active} choose={choose} />
      ) : null}
      <div className={classes.buttons}>
        <Button size="xs" loading={busy} disabled={text.trim() === ''} onClick={() => void send()}>
          {action}
        </Button>
        {onCancel ? (
          <Button size="xs" variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
        ) : null}
        <span className={classes.hint}>{t('mentionHint')}</span>
      </div>
    </div>
  );
}

/** The people that fit what is typed behind an `@`. */
function useMention() {
  const [at, setAt] = useState<ReturnType<typeof mentionAt>>(null);
  const [active, setActive] = useState(0);
  const found = useTypeAhead(at?.text ?? '', { index: 'user,team', size: 6 });
  const hits = at && at.text !== '' ? found.hits : [];
  return {
    at,
    hits,
    isCurrent: found.isCurrent,
    active: Math.min(active, Math.max(0, hits.length - 1)),
    look(field: HTMLTextAreaElement) {
      setAt(mentionAt(field.value, field.selectionEnd));
      setActive(0);
    },
    move: (step: number) => setActive((now) => Math.max(0, Math.min(hits.length - 1, now + step))),
    close: () => setAt(null),
  };
}

interface PeopleProps {
  list: string;
  label: string;
  hits: readonly Hit[];
  active: number;
  choose: (hit: Hit) => void;
}

function People({ list, label, hits, active, choose }: PeopleProps) {
  return (
    <div id={list} role="listbox" aria-label={label} className={classes.people}>
      {hits.map((hit, i) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field
        <div
          key={hit.id}
          id={`${list}-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === active}
          data-active={i === active || undefined}
          className={classes.person}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(hit)}
        >
          <TypeIcon type={hit.type} size={14} />
          {hit.name}
        </div>
      ))}
    </div>
  );
}
