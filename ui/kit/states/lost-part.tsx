import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { useWords } from '../../words/define-words.js';
import { stateWords } from '../../words/states.js';
import { Empty } from './states.js';

type Load<P> = () => Promise<ComponentType<P>>;

/** The component; where its file cannot be loaded, one that says so, and shows it once it can be. */
export async function loadPart<P extends object>(load: Load<P>): Promise<ComponentType<P>> {
  try {
    return await load();
  } catch {
    return lostPart(load);
  }
}

function lostPart<P extends object>(load: Load<P>): ComponentType<P> {
  return function LostPart(props: P) {
    const [Part, setPart] = useState<ComponentType<P> | null>(null);
    const again = useCallback(
      () =>
        void load().then(
          (part) => setPart(() => part),
          () => null, // still not; the page says so already
        ),
      [],
    );
    useEffect(() => {
      window.addEventListener('online', again);
      return () => window.removeEventListener('online', again);
    }, [again]);
    return Part ? <Part {...props} /> : <Lost again={again} />;
  };
}

function Lost({ again }: { again: () => void }) {
  const t = useWords(stateWords);
  return (
    <div role="alert">
      <Empty
        icon={CloudOff}
        title={t('lost')}
        action={
          <Button variant="default" size="xs" onClick={again}>
            {t('retry')}
          </Button>
        }
      >
        {t('unreachable')}
      </Empty>
    </div>
  );
}
