import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches } from 'react-router';
import { forgetOthers } from '../data/editing/drafts.js';
import { renew, session } from '../data/session.js';
import { useStore } from '../data/use-store.js';
import { part } from '../kit/states/part.js';
import { CountDown, Empty, Loading } from '../kit/states/states.js';
import { useWords } from '../words/define-words.js';
import { shellWords } from '../words/shell.js';
import classes from './frame.module.css';
import { Shell } from './shell/shell.js';

// Of these each person needs one at a time.
const SignInPage = part(() => import('../pages/account/sign-in-page.js').then((m) => m.SignInPage));
const SignInAgain = lazy(() => import('./sign-in-again.js').then((m) => ({ default: m.SignInAgain })));

/** Around pages that need nobody to be signed in. */
export function OpenFrame() {
  useTitle();
  return (
    <main className={classes.open}>
      <Outlet />
    </main>
  );
}

/** Around all other pages: without a session it shows the sign-in at the address that was asked for. */
export function Frame() {
  useTitle();
  const now = useStore(session);
  useEffect(keepDialogsOpen, []);
  const userId = now.status === 'open' || now.status === 'ended' ? now.user.id : undefined;
  useEffect(() => {
    if (userId !== undefined) forgetOthers(userId);
  }, [userId]);
  if (now.status === 'loading') return null;
  if (now.status === 'unreachable') return <Unreachable now={now} />;
  if (now.status === 'none')
    return (
      <main className={classes.open}>
        <SignInPage />
      </main>
    );
  return (
    <>
      <Shell>
        <Suspense fallback={<Loading />}>
          <Outlet />
        </Suspense>
      </Shell>
      <Suspense>{now.status === 'ended' ? <SignInAgain email={now.user.email} /> : null}</Suspense>
      <ScrollRestoration />
    </>
  );
}

/** Escape would close the dialog below the one that asks to sign in again, with what was typed. */
function keepDialogsOpen(): () => void {
  const stop = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && session.get().status === 'ended') event.stopImmediatePropagation();
  };
  window.addEventListener('keydown', stop, { capture: true });
  return () => window.removeEventListener('keydown', stop, { capture: true });
}

function Unreachable({ now }: { now: { again: number } }) {
  const t = useWords(shellWords);
  const [times, setTimes] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is another object
  useEffect(() => setTimes((count) => count + 1), [now]);
  useEffect(() => {
    const again = () => void renew();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <main className={classes.open}>
      <Empty
        icon={CloudOff}
        title={<h1 className={classes.heading}>{t('unreachable')}</h1>}
        action={
          <>
            <Button size="xs" onClick={() => void renew()}>
              {t('reload')}
            </Button>
            <CountDown key={times} seconds={now.again} done={renew} />
          </>
        }
      >
        {t('unreachableText')}
      </Empty>
    </main>
  );
}

/** The window's title, from the page's route; pages of entities set it themselves. */
function useTitle(): void {
  const t = useWords(shellWords);
  const handle = useMatches().at(-1)?.handle as { title?: () => string } | undefined;
  const title = handle?.title?.();
  useEffect(() => {
    document.title = title ? `${title} · ${t('product')}` : t('product');
  }, [title, t]);
}
