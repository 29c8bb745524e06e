import { Button } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import classes from './paging.module.css';

interface Props {
  total: number;
  size: number;
  page: number;
  go(page: number): void;
}

/** Pages of a list: the first, those around the current one, the last. */
export function Paging({ total, size, page, go }: Props) {
  const t = useWords(kitWords);
  if (total <= size) return null;
  const last = Math.ceil(total / size);
  const step = (to: number, label: string, Sign: typeof ChevronLeft) => (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={label}
      disabled={to < 1 || to > last}
      onClick={() => go(to)}
    >
      <Sign size={14} aria-hidden />
    </Button>
  );
  return (
    <div className={classes.pages}>
      {step(page - 1, t('previous'), ChevronLeft)}
      {pagesAround(page, last).map((at, i, all) => (
        <span key={at} className={classes.page} data-gap={(i > 0 && at - (all[i - 1] ?? 0) > 1) || undefined}>
          <Button
            size="compact-sm"
            variant={at === page ? 'filled' : 'default'}
            aria-label={t('page', { page: at })}
            aria-current={at === page ? 'page' : undefined}
            onClick={() => go(at)}
          >
            {at}
          </Button>
        </span>
      ))}
      {step(page + 1, t('next'), ChevronRight)}
    </div>
  );
}

const AROUND = 2;

function pagesAround(page: number, last: number): number[] {
  const near = Array.from({ length: 2 * AROUND + 1 }, (_, i) => page - AROUND + i);
  return [...new Set([1, ...near.filter((at) => at >= 1 && at <= last), last])];
}

/** The number of the page in the address. */
export function pageOf(text: string): number {
  return Math.max(1, Math.trunc(Number(text)) || 1);
}
