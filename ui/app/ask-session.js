// Runs before the modules of the pages are compiled, which keeps a slow machine busy: the answer comes while it does that.
// `data/session.ts` takes it.
globalThis.cairnSession = fetch('/session/refresh', { method: 'POST' });
globalThis.cairnSession.catch(() => null); // whoever takes it says so
