import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import classes from './fields.module.css';

/** Adds an item to a list of a connection. */
export function AddButton({ onClick }: { onClick(): void }) {
  const t = useWords(serviceWords);
  return (
    <Button
      className={classes.add ?? ''}
      variant="subtle"
      size="compact-xs"
      leftSection={<Plus size={12} aria-hidden />}
      onClick={onClick}
    >
      {t('addPair')}
    </Button>
  );
}
