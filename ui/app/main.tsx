import { createRoot } from 'react-dom/client';
import '../styles/tokens.css'; // first: it says the order of layers
import '../styles/mantine.js';
import { App } from './app.js';

// A page that was open during an update asks for files that no longer exist: reloading it, once, gets the new ones.
window.addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('cairn.reloaded') ?? 0);
  if (Date.now() - last < 60_000 || !navigator.onLine) return; // `loadPart` says so
  event.preventDefault();
  sessionStorage.setItem('cairn.reloaded', String(Date.now()));
  location.reload();
});

void import('./shell/shell.js'); // while the session is asked for
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
