// End to end: the unmodified ingestion client writes a sample of each family of services through its sink, from custom
// sources as users write them, to a Cairn of its own. Then it counts usage from logs of queries, and runs an application.
import { runClientScript } from '../test/e2e/support/run-client-script.mjs';

await runClientScript({ name: 'e2e:families', script: 'test/e2e/families/run.py', user: 'ingestion-bot' });
