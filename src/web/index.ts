export { createDescribePerson } from './describe-person.js';
export { sessionRoutes } from './session-routes.js';
export { openWebPages, type WebPages } from './web-pages.js';
