import { Button, SegmentedControl, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import { Markdown } from './markdown.js';
import classes from './markdown.module.css';

interface Props {
  label: string;
  value: string;
  onSave: (text: string) => void;
  onCancel: () => void;
  /** Told of every change, for drafts. */
  onChange?: (text: string) => void;
}

/** A text with its preview; Ctrl+Enter saves, Escape leaves. */
export function MarkdownEditor({ label, value, onSave, onCancel, onChange }: Props) {
  const t = useWords(kitWords);
  const [text, setText] = useState(value);
  const [view, setView] = useState('write');
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave(text);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields within
    <div className={classes.editor} onKeyDown={onKeyDown}>
      {view === 'write' ? (
        <Textarea
          aria-label={label}
          autosize
          minRows={4}
          maxRows={24}
          autoFocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            onChange?.(event.currentTarget.value);
          }}
        />
      ) : (
        <div className={classes.preview}>
          <Markdown text={text} />
        </div>
      )}
      <div className={classes.buttons}>
        <Button size="xs" onClick={() => onSave(text)}>
          {t('save')}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('cancel')}
        </Button>
        <SegmentedControl
          size="xs"
          aria-label={label}
          value={view}
          onChange={setView}
          data={[
            { value: 'write', label: t('write') },
            { value: 'preview', label: t('preview') },
          ]}
        />
      </div>
    </div>
  );
}
