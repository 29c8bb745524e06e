import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';
import { storeTests } from './test/support/store-tests.js';

const TESTS = [
  'src/**/*.test.ts',
  'client/**/*.test.ts',
  'ui/**/*.test.{ts,tsx}',
  'contract/**/*.test.ts',
  'test/**/*.test.ts',
];

const onPostgres = process.env.CAIRN_TEST_STORES === 'postgres';
// Many tests wait for killed processes, browsers or deliveries; a third worker keeps two cores busy meanwhile.
const WORKERS = Math.min(Math.max(3, availableParallelism()), 4);

export default defineConfig({
  test: {
    // Beside a run on SQLite, one on PostgreSQL has nothing to say about tests that need no database.
    include: onPostgres ? storeTests() : TESTS,
    globalSetup: ['test/support/build-once.ts', 'test/support/run-name.ts', 'test/ui/support/stop-stage.ts'],
    pool: 'forks',
    // Modules hold no state, so files of a worker share them: to load the server takes longer than most files.
    isolate: false,
    maxWorkers: WORKERS,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 10_000,
    // What is polled for comes in moments, but not within a second where several browsers share two cores.
    expect: { poll: { timeout: 10_000 } },
    // Where a change is judged, a test that lost a race with a busy machine gets a second try; it is reported as such.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    reporters: ['default'],
  },
});
