import { PageHead } from '../kit/page-head.js';
import { dialogs } from './exhibits/dialogs.js';
import { figures } from './exhibits/figures.js';
import { graph } from './exhibits/graphs.js';
import { grid, pagedGrid } from './exhibits/grids.js';
import { news } from './exhibits/news.js';
import { parts } from './exhibits/parts.js';
import { failures, states } from './exhibits/states.js';
import { texts } from './exhibits/texts.js';
import { tree } from './exhibits/trees.js';
import classes from './gallery.module.css';

const EXHIBITS = [states, failures, grid, pagedGrid, tree, parts, texts, figures, graph, news, ...dialogs];

/** Every component of `kit` in every state. `show`: the name of an exhibit; without one, ways to all of them. */
export function Gallery({ show }: { show: string | null }) {
  const exhibit = EXHIBITS.find(({ name }) => name === show);
  return (
    <main className={classes.gallery}>
      <PageHead title={exhibit?.name ?? 'Gallery'} />
      {exhibit ? (
        exhibit.states.map(([about, Show]) => (
          <section key={about} aria-label={about} className={classes.state}>
            <h2 className={classes.about}>{about}</h2>
            <Show />
          </section>
        ))
      ) : (
        <ul>
          {EXHIBITS.map(({ name }) => (
            <li key={name}>
              <a href={`?show=${name}`}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </main>
  );
}
