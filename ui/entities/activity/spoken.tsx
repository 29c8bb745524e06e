import { ActionIcon, Menu } from '@mantine/core';
import type { Reaction } from 'cairn/contract';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { Initials } from '../../kit/initials.js';
import { Link } from '../../kit/link.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import { formatAgo, formatTime } from '../../words/format.js';
import classes from './activity.module.css';
import { toMarkdown } from './mentions.js';
import { MessageEditor } from './message-editor.js';
import { type React, Reactions } from './reactions.js';

export interface SpokenProps {
  /** Id of the text, for its draft. */
  id: string;
  who: string;
  /** What people call the user, where it is not `who`. */
  named?: string;
  /** The FQN of the user. */
  fqn: string;
  at: number;
  text: string;
  reactions?: readonly Reaction[];
  react?: React;
  /** Set for those who may. Both resolve to whether it worked. */
  edit?: ((message: string) => Promise<boolean>) | undefined;
  remove?: (() => Promise<boolean>) | undefined;
  /** The question before it is deleted. */
  removing?: { title: string; text: string };
  /** Further entries of its menu, and what stands below the text. */
  items?: ReactNode;
  children?: ReactNode;
}

/** What somebody said: a message, a reply or a comment. */
export function Spoken(props: SpokenProps) {
  const { id, who, fqn, at, text, reactions, react, edit, children } = props;
  const named = props.named ?? who;
  const t = useWords(activityWords);
  const [editing, setEditing] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  function stopEditing() {
    setEditing(false);
    menu.current?.focus({ preventScroll: true });
  }
  return (
    <div className={classes.spoken}>
      <Initials name={named} size={28} />
      <div className={classes.said}>
        <div className={classes.head}>
          <Link to={addressOf('user', fqn)} className={classes.who}>
            {named}
          </Link>
          <time className={classes.time} dateTime={new Date(at).toISOString()} title={formatTime(at)}>
            {formatAgo(at)}
          </time>
          <SpokenMenu {...props} button={menu} startEditing={() => setEditing(true)} />
        </div>
        {editing && edit ? (
          <MessageEditor
            label={t('editText')}
            action={t('save')}
            initial={text}
            place={`text ${id}`}
            autoFocus
            onSend={async (message) => {
              const saved = message === text || (await edit(message));
              if (saved) stopEditing();
              return saved;
            }}
            onCancel={stopEditing}
          />
        ) : (
          <Markdown text={toMarkdown(text)} />
        )}
        {react ? <Reactions reactions={reactions ?? []} label={t('reactTo', { name: named })} react={react} /> : null}
        {children}
      </div>
    </div>
  );
}

interface MenuProps extends SpokenProps {
  button: Ref<HTMLButtonElement>;
  startEditing(): void;
}

function SpokenMenu({ button, who, named = who, edit, remove, removing, items, startEditing }: MenuProps) {
  const t = useWords(activityWords);
  const [asking, setAsking] = useState(false);
  if (!edit && !remove && !items) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={button} size={24} aria-label={t('actionsOf', { name: named })}>
            <Ellipsis size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {items}
          {edit ? (
            <Menu.Item leftSection={<Pencil size={14} aria-hidden />} onClick={startEditing}>
              {t('edit')}
            </Menu.Item>
          ) : null}
          {remove ? (
            <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} c="var(--fail)" onClick={() => setAsking(true)}>
              {t('remove')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {asking && remove ? (
        <AskDialog
          title={removing?.title ?? t('removeText')}
          action={t('remove')}
          dangerous
          close={() => setAsking(false)}
          run={remove}
        >
          <p>{removing?.text ?? t('removeTextText')}</p>
        </AskDialog>
      ) : null}
    </>
  );
}
