import type { Route } from '../../catalog/index.js';

export const MULTIPART = 'multipart/form-data';

const JSON_BODY = ['application/json'];
const PATCH_BODY = ['application/json-patch+json', 'application/json'];

/** Media types that a route accepts. */
export function acceptedMedia(route: Route): readonly string[] {
  const media = route.docs.body?.media;
  if (typeof media === 'object') return media;
  if (route.method === 'PATCH') return media && !PATCH_BODY.includes(media) ? [media] : PATCH_BODY;
  if (!media || JSON_BODY.includes(media)) return JSON_BODY;
  return [media];
}

/** Normalizes `Application/JSON; charset=utf-8` to `application/json`; null without a header. */
export function mediaTypeOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  const end = header.indexOf(';');
  return (end < 0 ? header : header.slice(0, end)).trim().toLowerCase();
}
