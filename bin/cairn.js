#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/cairn.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error('the server is not built yet; run "npm run build" first');
  process.exitCode = 1;
}
