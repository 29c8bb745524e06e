import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useMe } from '../rights.js';
import { readDraft, writeDraft } from './drafts.js';
import { equal } from './merge.js';

interface Options<T> {
  /** Tells forms of one address apart. */
  part?: string;
  /** What of it may be kept: browsers keep drafts in plain text, so no secrets. */
  keep?: (typed: T) => T;
}

/** From the last key until the draft is written, in milliseconds. */
const PAUSE = 300;

const whole = <T>(typed: T) => typed;

/**
 * What is typed into a form, with a draft for the person and the address. The draft holds the members that differ from what the form
 * began with, so that the others are those of now when it is opened again.
 */
export function useFormDraft<T extends object>(first: T, { part = '', keep = whole }: Options<T> = {}) {
  const user = useMe().id;
  const { pathname } = useLocation();
  const place = part === '' ? pathname : `${pathname} ${part}`;
  const [begun, setBegun] = useState(first);
  const [found, setFound] = useState(() => readDraft<Partial<T>>(user, place));
  const [typed, setTyped] = useState<T>(() => ({ ...begun, ...found }));
  const kept = changedOf(begun, keep(typed));
  const isDirty = Object.keys(kept).length > 0;
  const text = isDirty ? JSON.stringify(kept) : null; // the same for equal values
  const isGone = useRef(false);
  useEffect(() => {
    if (isGone.current) return;
    const timer = setTimeout(() => writeDraft(user, place, text === null ? null : JSON.parse(text)), PAUSE);
    return () => clearTimeout(timer);
  }, [user, place, text]);
  // At once, since the form may be gone before that.
  const drop = () => {
    setFound(null);
    writeDraft(user, place, null);
  };
  return {
    typed,
    change: (members: Partial<T>) => setTyped((now) => ({ ...now, ...members })),
    /** Whether something of an earlier visit is in it. */
    restored: found !== null && isDirty,
    /** As it began, without what was typed. */
    startOver() {
      setTyped(begun);
      drop();
    },
    /** What was typed is stored, and the form stays. */
    settle() {
      setBegun(typed);
      drop();
    },
    /** What was typed is stored or given up, and the form goes away. */
    forget() {
      isGone.current = true;
      writeDraft(user, place, null);
    },
  };
}

function changedOf<T extends object>(from: T, to: T): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(from));
  return Object.fromEntries(
    Object.entries(to).filter(([name, value]) => !equal(value, before.get(name))),
  ) as Partial<T>; // members of T
}
