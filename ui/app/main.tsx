import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/tokens.css'; // first: it says the order of layers
import '../styles/mantine.js';
import { askAgainByItself } from '../data/ask-again.js';
import { session } from '../data/session.js';
import { App } from './app.js';
import { nextTask } from './next-task.js';
import { openRouter } from './router.js';

// A page that was open during an update asks for files that no longer exist: reloading it, once, gets the new ones.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('cairn.reloaded') ?? 0);
  if (Date.now() - last < 60_000 || !navigator.onLine) return; // `loadPart` says so
  event.preventDefault();
  sessionStorage.setItem('cairn.reloaded', String(Date.now()));
  location.reload();
});

askAgainByItself();

/** Resolved once `isReady` holds, which may change with each call of the listener. */
function when(isReady: () => boolean, subscribe: (listener: () => void) => () => void): Promise<void> {
  if (isReady()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = subscribe(() => {
      if (!isReady()) return;
      stop();
      resolve();
    });
  });
}

async function start(): Promise<void> {
  // So that the browser responds between this and evaluating all that is imported here. Besides, what asks for a file while a module is
  // evaluated makes V8 parse the whole module again if somebody watches requests, as developer tools do.
  await nextTask();
  const router = openRouter();
  await Promise.all([
    when(() => session.get().status !== 'loading', session.subscribe),
    when(() => router.state.initialized, router.subscribe),
  ]);
  // Drawn once, when it is known who is there and the file of their page has come; before, there would be nothing to see. Not as one
  // long task, so that the browser answers meanwhile.
  const root = document.getElementById('root');
  if (root) startTransition(() => createRoot(root).render(<App router={router} />));
}

void start();
