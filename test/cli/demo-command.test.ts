// `cairn demo`: something of each kind, and nothing twice.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { places } from '../crash/server-process.js';

const program = join(import.meta.dirname, '../../bin/cairn.js');
const TYPES =
  `topic pipeline dashboard chart dashboardDataModel mlmodel container searchIndex storedProcedure apiEndpoint metric file
  worksheet glossaryTerm dataProduct query testCase dataContract eventsubscription team`.split(/\s+/);

describe.each(places())('cairn demo ($name)', ({ make }) => {
  it('loads some of each type, and the same again changes nothing', { timeout: 120_000 }, async () => {
    const place = await make();
    const cairn = async (...args: string[]) =>
      (await promisify(execFile)(process.execPath, [program, ...args], { env: { ...process.env, ...place.env } }))
        .stdout;
    try {
      const [told = '', admin] = (await cairn('demo')).split(/^(?= {2}admin )/m);
      expect(admin).toMatch(/^ {2}admin {5}admin \(admin@\S+\), password \S{12,}\n/);
      for (const type of TYPES) expect(told).toMatch(new RegExp(`\\b${type} [1-9]`));
      const checked = await cairn('validate');
      expect(checked).toMatch(/^\d+ entities, 0 problems\n$/);
      expect(await cairn('demo')).toBe(told);
      expect(await cairn('validate')).toBe(checked);
    } finally {
      await place.remove();
    }
  });
});
