export { createServer, type Server, type ServerDeps } from './create-server.js';
export type { Authenticate, Writes } from './ports.js';
export { createRequestTimes, type RequestTimes } from './request-times.js';
export { routeKey } from './route-key.js';
