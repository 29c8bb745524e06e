import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of more than five seconds, the longest first, as measured on SQLite and on PostgreSQL. */
export const LONG_FILES: readonly string[] = [
  'test/ui/every-page.test.ts',
  'test/ui/pictures/pictures.test.ts',
  'test/ui/pictures/gallery.test.ts',
  'test/ui/busy.test.ts',
  'test/postgres/types-on-three-servers.test.ts',
  'test/search/permissions.test.ts',
  'test/search/every-field.test.ts',
  'test/search/ranking.test.ts',
  'test/contract/life.test.ts',
  'test/contract/hostile.test.ts',
  'test/contract/search.test.ts',
  'test/access/hidden-everywhere.test.ts',
  'test/http/long-texts.test.ts', // writes 15 MB of texts and their events
  'test/crash/kill-in-large-delete.test.ts',
  'test/crash/kill-in-delivery.test.ts',
  'test/ui/faults.test.ts',
  'test/postgres/alerts-on-four-servers.test.ts',
  'test/postgres/failover.test.ts',
  'test/crash/unwritable.test.ts',
  'test/alerts/faults.test.ts',
  'test/cli/alerts-command.test.ts',
  'test/postgres/rights-on-three-servers.test.ts',
  'test/postgres/commands.test.ts',
  'test/ui/keyboard.test.ts',
  'test/ui/table.test.ts',
  'test/ui/people.test.ts',
  'test/contract/company.test.ts',
  'test/crash/kill-in-reindex.test.ts',
  'test/docs/readme.test.ts',
  'test/tooling/package.test.ts', // npm compresses the whole package
  'test/ui/alerts.test.ts',
  'test/ui/explore.test.ts',
  'test/ui/session.test.ts',
  'test/ui/govern.test.ts',
  'test/ui/stewardship.test.ts',
  'test/ui/access-requests.test.ts',
  'test/crash/kill-in-write-loop.test.ts',
  'test/http/serve.test.ts',
  'test/search/repeated.test.ts',
  'test/contract/paging.test.ts',
  'test/alerts/many-alerts.test.ts',
  'test/access/every-type.test.ts',
  'test/access/every-route.test.ts',
  'test/contract/refusals.test.ts',
  'test/access/collaboration.test.ts',
  'test/access/label-rights.test.ts',
  'test/inspection/profiles.test.ts',
  'test/postgres/work-on-three-servers.test.ts',
  'test/postgres/lost-connection.test.ts',
  'test/postgres/governance-on-three-servers.test.ts',
  'test/alerts/timing.test.ts',
  'test/alerts/delivery.test.ts',
  'test/search/demo-ranking.test.ts',
  'test/engine/one-snapshot.test.ts',
  'test/contract/rights.test.ts',
  'test/crash/stop-under-load.test.ts',
  'test/access/hidden-references.test.ts',
  'test/access/hidden-types.test.ts',
  'test/search/hostile.test.ts',
  'test/crash/damaged.test.ts',
  'test/inspection/anomalies.test.ts',
  'test/access/visible.test.ts',
  'test/properties/custom-properties.test.ts',
  'test/cli/contract-test.test.ts',
  'test/mail/accounts.test.ts',
  'test/alerts/recipients-rights.test.ts',
  'test/inspection/pipelines.test.ts',
  'test/contract/conditional.test.ts',
  'test/events/event-stream.test.ts',
  'test/ingestion/connection-tests.test.ts',
  'test/http/app.test.ts',
  'test/quality/tests.test.ts',
  'test/contract/every-operation.test.ts',
];

/** A long file that begins last would leave the other workers idle. Other files follow by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = LONG_FILES.indexOf(relative(this.ctx.config.root, moduleId).replaceAll('\\', '/'));
      return place < 0 ? LONG_FILES.length : place;
    };
    const bySize = await super.sort(files);
    return bySize.sort((a, b) => placeOf(a) - placeOf(b));
  }
}
