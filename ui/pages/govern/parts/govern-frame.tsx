import { Button } from '@mantine/core';
import { PanelLeft } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';

interface Props {
  /** What the list holds. */
  label: string;
  list: ReactNode;
  /** At narrow widths the list gives way to what was chosen. */
  chosen: boolean;
  children: ReactNode;
}

/** A list or tree, and beside it what was chosen in it. */
export function GovernFrame({ label, list, chosen, children }: Props) {
  const t = useWords(governWords);
  const [opened, setOpened] = useState(false);
  return (
    <div className={classes.frame} data-chosen={chosen || undefined} data-opened={opened || undefined}>
      <aside className={classes.side} aria-label={label}>
        <Button
          className={classes.toggle}
          variant="default"
          size="xs"
          aria-expanded={opened}
          leftSection={<PanelLeft size={14} aria-hidden />}
          onClick={() => setOpened(!opened)}
        >
          {t('list')}
        </Button>
        <div className={classes.list}>{list}</div>
      </aside>
      <div className={classes.content}>{children}</div>
    </div>
  );
}
