import { putSetting } from '../../storage/index.js';
import type { Command } from '../routes/route.js';

export const PROBE_WRITE = 'system.probe';

/** Writes a setting of the given length that nothing reads, to test whether the database accepts writes again. */
export const probeWrite: Command = {
  name: PROBE_WRITE,
  async run(size, { sql, context }) {
    await putSetting(sql, {
      name: PROBE_WRITE,
      updated_at: context.now(),
      doc: JSON.stringify('x'.repeat(Number(size))),
    });
  },
};
