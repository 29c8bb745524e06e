// The judged suite: what people type into search, what they want, and how far up it stands (nDCG@10), over 8,000 assets of a
// company that tests build. `npm run ranking` asks 20,000 and prints the figures with the queries that are answered worst.
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.js';
import { forEachSeededStore } from '../support/stores.js';
import { buildCatalog } from './catalog/build-catalog.js';
import { loadCatalog } from './catalog/load-catalog.js';
import { know, ndcg } from './judged/judge.js';
import { questions } from './judged/questions.js';
import { type Judged, mean, report } from './judged/report.js';

/** Below this a kind of query is broken, whatever the others are. */
const LEAST_OF_A_KIND = 0.85;
/** `npm run ranking` asks the whole catalog. */
const WORST = Number(process.env.CAIRN_TEST_RANKING_WORST ?? 0);
const SIZE = WORST > 0 ? 'whole' : 'small';

forEachSeededStore('ranking', (use, database) => {
  it('puts what is wanted first', { timeout: 600_000 }, async () => {
    const catalog = buildCatalog(SIZE);
    const app = await createTestApp({ store: use() });
    await loadCatalog(catalog, (method, path, body) => app.request(method, path, { body }));
    const keyOf = (type: string, fqn: string) => `${type} ${fqn}`;
    const known = catalog.map((asset) => ({ ...know(asset), key: keyOf(asset.type, asset.fqn) }));
    const judged: Judged[] = [];
    for (const { kind, q, index, judge } of questions(known)) {
      // Those above 0, which are few of so many.
      const grades = new Map<string, number>();
      for (const one of known) {
        if (index !== 'all' && one.asset.type !== index) continue;
        const grade = judge(one);
        if (grade > 0) grades.set(one.key, grade);
      }
      // What is wanted may be a copy, and the small catalog has fewer of them.
      if (grades.size === 0 && SIZE === 'small') continue;
      expect(grades.size, `something answers ${q}`).toBeGreaterThan(0);
      const query = { q, index, size: '10', include_aggregations: 'false' };
      const { status, json } = await app.request('GET', '/v1/search/query', { query });
      expect(status, q).toBe(200);
      const got = (json.hits.hits as { _source: { entityType: string; fullyQualifiedName: string } }[]).map(
        ({ _source: { entityType, fullyQualifiedName: name } }) => ({
          name,
          grade: grades.get(keyOf(entityType, name)) ?? 0,
        }),
      );
      const value = ndcg(
        got.map(({ grade }) => grade),
        [...grades.values()],
      );
      judged.push({ kind, q, index, ndcg: value, got });
    }
    await app.close();
    console.log(report(database, judged, WORST));
    expect(judged.length).toBeGreaterThanOrEqual(170);
    for (const kind of new Set(judged.map((one) => one.kind)))
      expect(mean(judged.filter((one) => one.kind === kind).map((one) => one.ndcg)), kind).toBeGreaterThan(
        LEAST_OF_A_KIND,
      );
    expect(mean(judged.map((one) => one.ndcg))).toBeGreaterThanOrEqual(0.95);
  });
});
