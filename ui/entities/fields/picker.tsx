import type { JsonObject } from 'cairn/contract';
import { Pencil } from 'lucide-react';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useId, useRef } from 'react';
import { useHint } from '../../kit/hint.js';
import { loadPart } from '../../kit/states/lost-part.js';
import { useFocusBack } from '../../kit/use-focus-back.js';
import classes from './fields.module.css';

// Rows of a list have a picker each, so all that a closed one draws is its button.
const loadPanel = () => import('./picker-panel.js').then((m) => m.PickerPanel);
const PickerPanel = lazy(() => loadPart(loadPanel).then((component) => ({ default: component })));

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
  /** The query that hits must fulfil besides. */
  filter?: JsonObject | undefined;
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
  /** Its button. */
  ref?: RefObject<HTMLButtonElement | null> | undefined;
}

/** Chooses entities by typing; Enter chooses the first and closes, as does a click where nothing was chosen; Space or a click chooses one of several. */
export function Picker(props: PickerProps) {
  const own = useRef<HTMLButtonElement>(null);
  const { label, opened, setOpened, forbidden, children, ref: button = own } = props;
  const id = useId();
  const { hint, hintOf } = useHint(forbidden ?? label);
  useEffect(() => void loadPanel().catch(() => null), []); // it is asked for again when it opens
  useFocusBack(opened, button);
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={classes.open}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? `${id}-dropdown` : undefined}
        aria-disabled={forbidden !== undefined || undefined}
        onClick={() => forbidden === undefined && setOpened(!opened)}
        {...hintOf}
      >
        {children ?? <Pencil size={14} />}
      </button>
      {opened ? (
        <Suspense>
          <Opened {...props} button={button} id={id} />
        </Suspense>
      ) : (
        hint
      )}
    </>
  );
}

function Opened({ button, ...props }: PickerProps & { button: RefObject<HTMLButtonElement | null>; id: string }) {
  return button.current ? <PickerPanel {...props} anchor={button.current} /> : null;
}
