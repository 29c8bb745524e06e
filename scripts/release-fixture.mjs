// `node scripts/release-fixture.mjs`: fills a new catalog on each database with the build at hand and stores what later
// builds must be able to open: test/releases/VERSION/{data.tar.gz, postgres.sql.gz, expected.json}. Run once for a
// release, from its tag; a stored fixture is never made again.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { startPostgres } from './postgres-server.mjs';
import { fillRelease } from './releases/fill-release.mjs';
import { startRelease } from './releases/release-server.mjs';
import { root } from './run.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const target = join(root, 'test/releases', version);
if (existsSync(target)) throw new Error(`${target} is there already: a release is packed once`);
mkdirSync(target, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'cairn-release-'));
const postgres = await startPostgres();
try {
  const sqlite = join(work, 'sqlite');
  const expected = { version, sqlite: await fill(sqlite), postgres: await fill(join(work, 'postgres'), postgres.url) };
  execFileSync('tar', ['-czf', join(target, 'data.tar.gz'), '-C', sqlite, '.']);
  const dump = execFileSync(join(postgres.programs, 'pg_dump'), ['--inserts', '--no-owner', '-d', postgres.url], {
    maxBuffer: 1 << 28,
  });
  writeFileSync(join(target, 'postgres.sql.gz'), gzipSync(dump, { level: 9 }));
  writeFileSync(join(target, 'expected.json'), `${JSON.stringify(expected, null, 1)}\n`);
} finally {
  await postgres.stop();
  rmSync(work, { recursive: true, force: true });
}

async function fill(data, databaseUrl) {
  const server = await startRelease({ data, databaseUrl });
  try {
    return { ...(await fillRelease(server)), secretKey: readFileSync(join(data, 'secret.key'), 'utf8').trim() };
  } finally {
    await server.stop();
  }
}
