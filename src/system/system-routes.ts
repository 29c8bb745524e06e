import type { Route } from '../catalog/index.js';
import { createEventTail } from '../events/index.js';
import { changeSummaryRoutes } from './change-summary-routes.js';
import { configRoutes } from './config-routes.js';
import { countRoutes } from './count-routes.js';
import { eventRoutes } from './events/event-routes.js';
import { jobRoutes } from './jobs/job-routes.js';
import { limitRoutes } from './limit-routes.js';
import { securityRoutes } from './security-routes.js';
import { serverRoutes } from './server-routes.js';
import { relationTypeRoutes } from './settings/relation-type-routes.js';
import { settingRoutes } from './settings/setting-routes.js';
import { createSettings } from './settings/setting-store.js';
import { settingKinds } from './settings/setting-table.js';
import type { SystemDeps } from './system-deps.js';
import { usageRoutes } from './usage-routes.js';

/** Routes about the server and across types: settings, counts, events, usage, types. Paths are relative to `/api`. */
export function systemRoutes(deps: SystemDeps): Route[] {
  const settings = createSettings(deps.settings ?? (() => settingKinds));
  return [
    ...serverRoutes(deps),
    ...configRoutes(deps, settings),
    ...securityRoutes(deps),
    ...settingRoutes(settings),
    ...relationTypeRoutes(settings),
    ...countRoutes(),
    ...eventRoutes(createEventTail({ subscribe: deps.onEvents ?? (() => () => {}) })),
    ...usageRoutes(),
    ...changeSummaryRoutes(),
    ...limitRoutes(),
    ...jobRoutes(),
  ];
}
