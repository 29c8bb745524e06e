export { createServer, type Server, type ServerDeps } from './create-server.js';
export { openApiRoutes } from './openapi/openapi-routes.js';
export type { Authenticate, Writes } from './ports.js';
export { createRequestTimes, type RequestTimes } from './request-times.js';
export { createMetrics } from './system/collect-metrics.js';
export { type ProbeDeps, probeRoutes } from './system/probe-routes.js';
