import type { Recipient, ResolveRecipients } from './recipient.js';

/** Destinations of the category External name their addresses; the other categories have no recipients yet. */
export const resolveRecipients: ResolveRecipients = async ({ destination, config }) =>
  destination.category === 'External' ? externalRecipients(destination.type, config) : [];

function externalRecipients(type: string, config: Readonly<Record<string, unknown>>): Recipient[] {
  if (type !== 'Email') return typeof config.endpoint === 'string' ? [{ address: config.endpoint, config }] : [];
  const { receivers } = config;
  const addresses = Array.isArray(receivers) ? receivers.filter((one) => typeof one === 'string') : [];
  return addresses.map((address) => ({ address, config }));
}
