// Generates a client from openapi.json into client/; with `all` of every operation, which takes minutes.
import { createClient } from '@hey-api/openapi-ts';

const TAGS = ['System', 'Database Services', 'Databases', 'Database Schemas', 'Tables', 'Search'];
const filters = process.argv.includes('all') ? {} : { tags: { include: TAGS }, orphans: false };

await createClient({
  input: 'openapi.json',
  output: { path: 'client', importFileExtension: '.js', clean: true },
  parser: { filters },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
});
