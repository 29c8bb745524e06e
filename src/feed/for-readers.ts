import type { DataRoute } from '../catalog/index.js';
import { present } from '../context/index.js';

/** Refuses routes about entities of any type with 403 to callers who may not see any entity, before the request is read. */
export function forReaders(routes: readonly DataRoute[]): DataRoute[] {
  return routes.map((route) => ({
    ...route,
    handle: async (request, scope) => {
      const { authorizer, registry } = scope.catalog;
      const sees = registry.types.some(({ name }) => authorizer.filter(scope.actor, 'ViewBasic', name).kind !== 'none');
      if (!sees) authorizer.possible(scope.actor, 'ViewBasic', present(registry.types[0]).name);
      return route.handle(request, scope);
    },
  }));
}
