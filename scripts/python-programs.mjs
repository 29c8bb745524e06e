// Installs the Python programs of the tests where they are missing, so that steps which run side by side find them.
import { pythonClient } from '../test/e2e/support/python-client.mjs';
import { schemathesis } from './schemathesis.mjs';

const missing = [pythonClient().missing, schemathesis().missing].filter(Boolean);
console.log(missing.length ? `Python programs skipped: ${missing.join('; ')}` : 'the Python programs are there');
