import { encodeSegment, readEntityAddress } from '../../data/addresses/addresses.js';
import { useSegments } from '../../data/addresses/use-address.js';

/** The kinds of alerts: about the health of data, or about changes in the catalog. Each has its own addresses. */
export type AlertKind = 'Observability' | 'Notification';

/** The type of alerts, as rights name it. */
export const ALERT = 'eventsubscription';
export const DETAIL_TABS = ['configuration', 'recentEvents', 'diagnostics'] as const;
export type DetailTab = (typeof DETAIL_TABS)[number];

interface Addresses {
  list: string;
  add: string;
  edit(fqn: string): string;
  detail(fqn: string, tab?: DetailTab): string;
}

export const ADDRESSES: Readonly<Record<AlertKind, Addresses>> = {
  Observability: {
    list: '/observability/alerts',
    add: '/observability/alerts/add',
    edit: (fqn) => `/observability/alerts/edit/${encodeSegment(fqn)}`,
    detail: (fqn, tab = 'configuration') => `/observability/alert/${encodeSegment(fqn)}/${tab}`,
  },
  Notification: {
    list: '/settings/notifications',
    add: '/settings/notifications/add-notification',
    edit: (fqn) => `/settings/notifications/edit-notification/${encodeSegment(fqn)}`,
    detail: (fqn, tab = 'configuration') => `/settings/notifications/alert/${encodeSegment(fqn)}/${tab}`,
  },
};

/** Alerts of the server itself, which have types of their own, are about changes in the catalog. */
export function kindOf({ alertType }: { alertType: string }): AlertKind {
  return alertType === 'Observability' ? 'Observability' : 'Notification';
}

/**
 * The alert that the address names, and its tab. `words`: the number of segments before the name. Messages link to
 * every alert as to one about the health of data, so its kind is not read from the address.
 */
export function useAlertAddress(words: number): { fqn: string; tab: DetailTab } {
  const segments = useSegments();
  const { fqn, tab } = readEntityAddress(segments.slice(words), DETAIL_TABS);
  return {
    fqn,
    tab: DETAIL_TABS.find((one) => one === tab) ?? 'configuration',
  };
}
