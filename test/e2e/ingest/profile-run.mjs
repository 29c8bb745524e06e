// The profiler of the client with a workflow that holds no password: it asks the server for the connection of the service.
import { readFileSync, writeFileSync } from 'node:fs';

/** A role of the source that gets in with its password only; the superuser is trusted. */
export async function addReader(sql, { name, password }, database) {
  await sql.unsafe(`create role ${name} login password '${password}'`);
  await sql.unsafe(`grant pg_read_all_data to ${name}`);
  const [{ hba_file: file }] = await sql`show hba_file`;
  writeFileSync(file, `host ${database} ${name} 127.0.0.1/32 scram-sha-256\n${readFileSync(file, 'utf8')}`);
  await sql`select pg_reload_conf()`;
}

/** The profiler asks the source how many rows it thinks there are. */
export async function countRows(sql, schema, names) {
  const tables = [];
  for (const name of names) {
    await sql.unsafe(`analyze ${schema}.${name}`);
    const [{ rows }] = await sql.unsafe(`select count(*)::int as rows from ${schema}.${name}`);
    tables.push({ name, rows });
  }
  return tables;
}

/** Runs the profiler and checks that the tables of one schema have profiles and that the read of the connection is on record. */
export async function checkProfiles({ api, admin, checks, profile, service, schema, tables }) {
  const reads = async () => (await admin.get('/system/secretReads')).data;
  const before = (await reads()).length;
  const { code, output } = await profile();
  checks.equal('profiler: exit', code, 0);
  for (const line of output.match(/^.*\bERROR\b.*$/gm) ?? []) checks.that('profiler: log', false, line);
  const expected = new Map(tables.map(({ name, rows }) => [`${schema}.${name}`, rows]));
  const { data: all } = await api.get(`/tables?service=${service}&limit=1000`);
  const fqns = all.map(({ fullyQualifiedName }) => fullyQualifiedName);
  for (const fqn of expected.keys()) checks.that(`profiler: ${fqn} is listed`, fqns.includes(fqn));
  // Tables that the patterns of the workflow leave out have no profile.
  for (const fqn of fqns) {
    const { profile: found } = await api.get(`/tables/${encodeURIComponent(fqn)}/tableProfile/latest`);
    checks.equal(`profiler: rows of ${fqn}`, found?.rowCount, expected.get(fqn));
  }
  const made = (await reads()).slice(0, -before || undefined);
  checks.that('profiler: its reads of the connection are on record', made.length > 0);
  for (const read of made) checks.equal('profiler: who read', [read.service, read.bot], [service, 'ingestion-bot']);
  const masked = await admin.get(`/services/databaseServices/name/${service}`);
  checks.equal('profiler: an admin sees the mask', masked.connection.config.authType.password, '*********');
}
