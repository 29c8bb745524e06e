import type { Mlmodel, Stored } from '../../../contract/index.js';
import { type Scope, visibleIds } from '../../catalog/index.js';

/** Removes references to data sources that the reader may not see; the feature sources themselves stay. */
export async function hideSources(models: readonly Stored<Mlmodel>[], scope: Scope): Promise<void> {
  const sources = models
    .flatMap(({ mlFeatures }) => mlFeatures ?? [])
    .flatMap(({ featureSources }) => featureSources ?? []);
  const visible = await visibleIds(
    sources.flatMap(({ dataSource }) => dataSource ?? []),
    scope,
  );
  for (const source of sources) if (source.dataSource && !visible.has(source.dataSource.id)) delete source.dataSource;
}
