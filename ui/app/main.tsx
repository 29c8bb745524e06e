import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import '../styles/tokens.css'; // first: it says the order of layers
import '../styles/mantine.js';
import { askAgainByItself } from '../data/ask-again.js';
import { session } from '../data/session.js';
import { App } from './app.js';
import { router } from './router.js';

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

const isKnown = when(() => session.get().status !== 'loading', session.subscribe);
const isLoaded = when(() => router.state.initialized, router.subscribe);

// Drawn once, when it is known who is there and the file of their page has come; before, there would be nothing to see. Not as one
// long task, so that the browser answers meanwhile.
void Promise.all([isKnown, isLoaded]).then(() => {
  const root = document.getElementById('root');
  if (root) startTransition(() => createRoot(root).render(<App />));
});
