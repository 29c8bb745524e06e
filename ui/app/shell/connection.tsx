import { CloudOff, Hourglass } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { waitingFor } from '../../data/client.js';
import { useStore } from '../../data/use-store.js';
import { FloatingBar } from '../../kit/floating-bar.js';
import { connectionWords } from '../../words/connection.js';
import { useWords } from '../../words/define-words.js';

/** Says over every page that there is no connection, or that requests wait for the server and how long. */
export function Connection() {
  const t = useWords(connectionWords);
  const online = useSyncExternalStore(followConnection, () => navigator.onLine);
  const wait = useStore(waitingFor);
  const seconds = useSecondsUntil(wait?.until);
  const waits = wait !== null && seconds > 0;
  if (online && !waits) return <div role="status" />;
  const Icon = online ? Hourglass : CloudOff;
  return (
    <FloatingBar tone="warn" icon={Icon}>
      {!online ? t('offline') : t(reasonOf(wait?.status), { count: seconds })}
    </FloatingBar>
  );
}

function reasonOf(status: number | undefined): 'busy' | 'unreachable' | 'unavailable' {
  if (status === 429) return 'busy';
  return status === 0 ? 'unreachable' : 'unavailable';
}

function followConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Counts down; 0 once the time has come. */
function useSecondsUntil(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= until) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}
