import { getPermissionById } from 'cairn/client';
import type { Permission, Operation as Right } from 'cairn/contract';
import { session } from './session.js';
import { useOperation } from './use-operation.js';
import { useStore } from './use-store.js';

export type { Right };

/** Whether the signed-in person may do something: `maybe` depends on the entity. */
export type May = 'yes' | 'maybe' | 'no';

/** The user that is signed in; pages are shown to nobody else. */
export function useMe() {
  const now = useStore(session);
  if (now.status !== 'open' && now.status !== 'ended') throw new Error('nobody is signed in');
  return now.user;
}

/** What the rights of the session say about a type of things: for navigation, and buttons that create. */
export function useMay(resource: string, right: Right): May {
  const now = useStore(session);
  return now.status === 'open' || now.status === 'ended' ? mayOf(now, resource, right) : 'no';
}

/** `useMay` for several things at once: returns the function that decides. */
export function useMayAny(): (resource: string, right: Right) => May {
  const now = useStore(session);
  return (resource, right) => (now.status === 'open' || now.status === 'ended' ? mayOf(now, resource, right) : 'no');
}

interface Holder {
  user: { isAdmin?: boolean };
  rights: { [resource: string]: { allow: string[]; maybe: string[] } | undefined };
}

export function mayOf({ user, rights }: Holder, resource: string, right: Right): May {
  if (user.isAdmin) return 'yes';
  const { allow = [], maybe = [] } = rights[resource] ?? {};
  if (includes(allow, right) && !maybe.includes(right)) return 'yes';
  return includes(maybe, right) || includes(allow, right) ? 'maybe' : 'no';
}

function includes(operations: readonly string[], right: Right): boolean {
  if (operations.includes('All') || operations.includes(right)) return true;
  if (right.startsWith('View')) return operations.includes('ViewAll');
  return right.startsWith('Edit') && operations.includes('EditAll');
}

/** The rights to one entity; undefined until the answer is there, and while nothing is asked. */
function usePermissions(type: string, id: string | undefined, asks: boolean): Permission[] | undefined {
  const answer = useOperation(
    getPermissionById,
    { params: { resource: type, id: id ?? '' } },
    { enabled: id !== undefined && asks, staleTime: 60_000 },
  );
  return answer.data?.value.permissions;
}

function isAllowed(permissions: readonly Permission[], right: Right): boolean {
  return permissions.some(({ operation, access }) => operation === right && access === 'allow');
}

/** What may be done with one entity. Until the answer is there nothing is forbidden: the server decides anyway. */
export function useRights(type: string, id: string | undefined): (right: Right) => boolean {
  const isAdmin = useMe().isAdmin === true;
  const general = useMayAny();
  const permissions = usePermissions(type, id, !isAdmin);
  return (right) => {
    if (isAdmin) return true;
    if (!permissions) return general(type, right) !== 'no';
    return isAllowed(permissions, right);
  };
}

/**
 * Whether one of many entities allows something. It is asked for only if that depends on the entity, and is false until
 * the answer is there or while `id` is missing.
 */
export function useMayOn(type: string, id: string | undefined, right: Right): boolean {
  const may = useMay(type, right);
  const permissions = usePermissions(type, id, may === 'maybe') ?? [];
  return may === 'maybe' ? isAllowed(permissions, right) : may === 'yes';
}
