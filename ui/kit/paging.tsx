import { Pagination } from '@mantine/core';
import { useWords } from '../words/define-words.js';
import { kitWords } from '../words/kit.js';

interface Props {
  total: number;
  size: number;
  page: number;
  go(page: number): void;
}

export function Paging({ total, size, page, go }: Props) {
  const t = useWords(kitWords);
  if (total <= size) return null;
  return (
    <Pagination
      mt="sm"
      size="sm"
      total={Math.ceil(total / size)}
      value={page}
      onChange={go}
      getItemProps={(at) => ({ 'aria-label': t('page', { page: at }) })}
      getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'next' : 'previous') })}
    />
  );
}

/** The number of the page in the address. */
export function pageOf(text: string): number {
  return Math.max(1, Math.trunc(Number(text)) || 1);
}
