/** The context that templates get for an event. Pure. */
import { isObject, parseObject } from '../../../contract/index.js';
import type { EventToDescribe, Surroundings } from '../../destinations/index.js';

export interface EventContext {
  event: Record<string, unknown>;
  entity: Record<string, unknown>;
  alert: { name: string; displayName?: string };
  baseUrl: string;
  emailingEntity: string;
  publisherName: string;
}

export function contextOf(
  { alert, event, channel }: EventToDescribe,
  { publicUrl, product }: Surroundings,
): EventContext {
  const { name, displayName } = alert;
  return {
    event,
    entity: entityOf(event),
    alert: { name, ...(displayName === undefined ? {} : { displayName }) },
    baseUrl: publicUrl,
    emailingEntity: product,
    publisherName: channel,
  };
}

/** The entity of an event, which is JSON text in stored and delivered events. It always has a name, even if the event has no other fields of it. */
function entityOf(event: Record<string, unknown>): Record<string, unknown> {
  const { entity: given, entityFullyQualifiedName: fqn } = event;
  const entity = isObject(given) ? given : typeof given === 'string' ? parsed(given) : {};
  return typeof entity.fullyQualifiedName === 'string' || typeof fqn !== 'string' || fqn === ''
    ? entity
    : { ...entity, fullyQualifiedName: fqn };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return parseObject(text);
  } catch {
    return {};
  }
}
