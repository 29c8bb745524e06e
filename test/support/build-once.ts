import { buildServer } from '../../scripts/build-server.mjs';

/** Before the suite: the write worker runs from the bundle, so the bundle must be as new as the source. */
export async function setup(): Promise<void> {
  await buildServer();
}
