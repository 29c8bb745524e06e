import type { DataRoute } from '../catalog/index.js';
import { present } from '../context/index.js';

/** Routes that concern entities of any type: refused with 403, whatever is sent, to those who may see none at all. */
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
