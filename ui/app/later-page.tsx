import { Hourglass, MapPinOff } from 'lucide-react';
import { Empty, HomeLinks } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { laterWords } from '../words/later.js';
import { shellWords } from '../words/shell.js';
import { Moved } from './redirects.js';

/** The page at an address whose own page comes later. */
export function laterPage(name: string) {
  return function LaterPage() {
    const t = useWords(shellWords);
    const later = useWords(laterWords);
    return (
      <>
        <h1 className="visually-hidden">{t('later')}</h1>
        <Empty icon={Hourglass} title={t('later')} action={<HomeLinks />}>
          {t('laterText', { name: later(name as 'lineage') })}
        </Empty>
      </>
    );
  };
}

export function NotFoundPage() {
  const t = useWords(shellWords);
  return (
    <Moved>
      <h1 className="visually-hidden">{t('notFound')}</h1>
      <Empty icon={MapPinOff} title={t('notFound')} action={<HomeLinks />}>
        {t('notFoundText')}
      </Empty>
    </Moved>
  );
}
