// What the browser runs first: what a page needs besides the code that all have is on its way by the time that code runs.
import { renew } from '../data/session.js';
import { nextTask } from './next-task.js';

type Load = () => Promise<unknown>;

const entity: Load = () => import('../pages/entities/entity-route.js');

/** The pages that are opened most by an address, by its first word. Others load their file when the router asks for it. */
const PAGES: Readonly<Record<string, Load>> = {
  '': () => import('../pages/home/my-data-page.js'),
  'my-data': () => import('../pages/home/my-data-page.js'),
  explore: () => import('../pages/explore/explore-page.js'),
  glossary: () => import('../pages/govern/glossary/glossaries-page.js'),
  tags: () => import('../pages/govern/tags/tags-page.js'),
  domain: () => import('../pages/govern/domains/domains-page.js'),
  table: () => Promise.all([entity(), import('../entities/table/columns-tab.js')]),
  databaseSchema: () => Promise.all([entity(), import('../entities/contents-tab.js')]),
  database: entity,
  dashboard: entity,
  pipeline: entity,
  topic: entity,
};

// Whoever needs a file that does not come asks for it again, and says so.
const ignore = () => null;

void renew().then((isSignedIn) => (isSignedIn ? null : import('../pages/account/sign-in-page.js').catch(ignore)));
void PAGES[location.pathname.split('/')[1] ?? '']?.().catch(ignore);
// The file that all others build on runs in a separate task, so that the browser can respond before the rest runs.
void import('../styles/theme.js').then(nextTask).then(() => import('./main.js'));
