import { Button, type ButtonProps } from '@mantine/core';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';

interface MoreButtonProps extends Pick<ButtonProps, 'className' | 'mt' | 'w'> {
  /** How many there are, and how many of them are loaded. */
  total: number;
  shown: number;
  load: () => void;
}

/** Below a list of which only the first items are loaded; nothing once all of them are. */
export function MoreButton({ total, shown, load, ...layout }: MoreButtonProps) {
  const t = useWords(kitWords);
  if (total <= shown) return null;
  return (
    <Button {...layout} variant="default" size="xs" onClick={load}>
      {t('more')}
    </Button>
  );
}
