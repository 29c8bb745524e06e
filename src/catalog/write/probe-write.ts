import { putSetting } from '../../storage/index.js';
import type { Command } from '../routes/route.js';

export const PROBE_WRITE = 'system.probe';

/** A write of so many characters that nobody sees: whether the database takes writes again. */
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
