import { catalogError } from '../../../contract/index.js';
import type { Feature, Observe } from '../../../src/feature/index.js';
import { getSetting } from '../../../src/storage/index.js';
import { memo } from './memo.js';
import { countMemos, createdMemos, memoSummaryRoute, quietMemos, welcomeMemo } from './memo-records.js';

/** A feature with every part that a feature can have. */
export function memoFeature(): Feature {
  let observe: Observe = () => {};
  return {
    name: 'memos',
    types: [memo],
    routes: [memoSummaryRoute((milliseconds) => observe(milliseconds / 1000))],
    jobs: [countMemos],
    eventReaders: [createdMemos],
    writeChecks: [quietMemos],
    seeds: [welcomeMemo],
    settings: {
      memoSettings: {
        schema: 'configuration/assetCertificationSettings',
        initial: () => ({ allowedClassification: 'Certification', validityPeriod: 'P1D' }),
        check({ validityPeriod }) {
          if (!/^P\d+D$/.test(String(validityPeriod)))
            throw catalogError('BAD_REQUEST', 'validityPeriod must be a number of days, such as P1D');
        },
      },
    },
    metrics: [
      (metrics, { read }) => {
        metrics.gauge({
          name: 'cairn_memos_counted',
          help: 'Memos that the job has counted.',
          read: () => read(async (sql) => Number((await getSetting(sql, 'memo.counted'))?.doc ?? 0)),
        });
        observe = metrics.histogram({
          name: 'cairn_memo_summary_seconds',
          help: 'Time to read the summary.',
          buckets: [0.1, 60],
        });
      },
    ],
  };
}
