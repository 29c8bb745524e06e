import { Button } from '@mantine/core';
import { useWords } from '../../words/define-words.js';
import { stateWords } from '../../words/states.js';
import classes from './restored.module.css';

/** Says that a form holds what was typed earlier, and offers to start over. */
export function Restored({ when, startOver }: { when: boolean; startOver: () => void }) {
  const t = useWords(stateWords);
  if (!when) return null;
  return (
    <p className={classes.restored} role="status">
      {t('draft')}{' '}
      <Button variant="subtle" size="compact-xs" onClick={startOver}>
        {t('discard')}
      </Button>
    </p>
  );
}
