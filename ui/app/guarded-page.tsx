import { Lock } from 'lucide-react';
import type { ComponentType } from 'react';
import type { PageRoute } from '../data/page-route.js';
import { useMayAny } from '../data/rights.js';
import { Empty, HomeLinks } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { spaced } from '../words/format.js';
import { stateWords } from '../words/states.js';

type Guarded = Required<Pick<PageRoute, 'needs' | 'title'>>;

/** Shows the page to users who have one of the rights, at least for some entities; tells others which right they need. */
export function guardedPage(Page: ComponentType, { needs, title }: Guarded): ComponentType {
  return function GuardedPage() {
    const t = useWords(stateWords);
    const may = useMayAny();
    if (needs.some((one) => may(...one) !== 'no')) return <Page />;
    const right = needs.map(([resource, operation]) => spaced(`${operation} ${resource}`))[0];
    return (
      <>
        <h1>{title()}</h1>
        <Empty icon={Lock} title={t('forbidden')} action={<HomeLinks />}>
          {t('needsRight', { right })}
        </Empty>
      </>
    );
  };
}
