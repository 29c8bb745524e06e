// End to end: the unmodified Python SDK creates, reads, lists, patches and deletes every type on a Cairn of its own.
import { runClientScript } from '../test/e2e/support/run-client-script.mjs';

await runClientScript({ name: 'e2e:sdk', script: 'test/e2e/sdk/run.py', user: 'admin' });
