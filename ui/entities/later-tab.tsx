import { Hourglass } from 'lucide-react';
import type { ComponentType } from 'react';
import { Empty, HomeLinks } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { laterWords } from '../words/later.js';
import { shellWords } from '../words/shell.js';
import type { EntityView } from './entity-page.js';

/** A tab whose content comes later. */
export function laterTab(name: 'lineage'): ComponentType<EntityView> {
  return function LaterTab() {
    const t = useWords(shellWords);
    const later = useWords(laterWords);
    return (
      <Empty icon={Hourglass} title={t('later')} action={<HomeLinks />}>
        {t('laterText', { name: later(name) })}
      </Empty>
    );
  };
}
