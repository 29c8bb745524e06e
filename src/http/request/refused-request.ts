import type { FastifyRequest } from 'fastify';
import type { RefusedRequest } from '../../access/index.js';
import type { Registry } from '../../catalog/index.js';
import type { Visit } from './exchange.js';

/** What the audit log records of a refused request; null without an actor. */
export function refusedRequest(
  { raw }: Pick<FastifyRequest, 'raw'>,
  { actor, from, found: { mounted, params } }: Visit,
  registry: Registry,
): Omit<RefusedRequest, 'count'> | null {
  if (!actor) return null;
  const { method, path: route } = mounted.route;
  const entityType = typeOf(route, registry);
  const fqn = params.fqn ?? params.name;
  return {
    actor,
    method,
    route,
    path: (raw.url ?? '').split('?', 1)[0]?.replace(/^\/api/, '') ?? '',
    from,
    entity: {
      ...(entityType === undefined ? {} : { entityType }),
      ...(params.id === undefined ? {} : { entityId: params.id }),
      ...(fqn === undefined ? {} : { entityFqn: fqn }),
    },
  };
}

/** The type whose collection the route belongs to; of nested collections, the inner one. */
function typeOf(route: string, { types }: Registry): string | undefined {
  const holding = types.filter(({ path }) => route === path || route.startsWith(`${path}/`));
  return holding.sort((a, b) => b.path.length - a.path.length)[0]?.name;
}
