import type { DataRoute } from '../../catalog/index.js';
import { nameSearchRoute } from '../people/name-search-route.js';

export function rolesRoutes(): DataRoute[] {
  return [nameSearchRoute('role', '/v1/roles', 'entity/teams/role')];
}
