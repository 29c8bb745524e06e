/** Delivers alerts as endless background work: reads events, stores the deliveries for them, and sends these. */
import type { Access } from '../../access/index.js';
import type { Config } from '../../config/index.js';
import { createDestinations } from '../../destinations/index.js';
import { ALERTS_CHANNEL } from '../../entities/index.js';
import type { EndlessDeps, FeatureWork } from '../../feature/index.js';
import type { Mail } from '../../mail/index.js';
import { createPulse } from '../../wake/index.js';
import { createDescriber, createStoredTemplates, surroundingsOf } from '../messages/index.js';
import { createRecipients, createShownTo } from '../recipients/index.js';
import { type AlertRegistry, createAlertRegistry } from './alert-registry.js';
import { DELIVERIES_CHANNEL } from './channel.js';
import { createHousekeeping } from './housekeeping.js';
import { createReadLoop } from './reading/read-loop.js';
import { createEventTexts } from './sending/event-texts.js';
import { createSender, type Sender } from './sending/sender.js';
import { createShares, type Shares } from './shares.js';
import { within } from './within.js';

export interface DeliveryOptions {
  config: Pick<Config, 'webhookAllow' | 'signatureHeader' | 'circuitAfter' | 'deliveryRetentionDays'>;
  mail: Pick<Mail, 'send'>;
  access: Pick<Access, 'authorizer' | 'rights'>;
}

/** Poll interval, in case a wake-up was missed. Milliseconds. */
const SCAN_MS = 30_000;
/** Maximum wait for the database in each step of a stop, since it may be unavailable. Milliseconds. */
const STOP_MS = 5000;

export function deliveryWork(options: DeliveryOptions): FeatureWork {
  return { name: 'alerts.delivery', start: (deps) => startDelivery(options, deps) };
}

function startDelivery({ config, mail, access }: DeliveryOptions, deps: EndlessDeps): () => Promise<void> {
  const { store, catalog, context, holder, subscribe } = deps;
  const { webhookAllow, signatureHeader, circuitAfter, deliveryRetentionDays } = config;
  const surroundings = surroundingsOf(catalog, store.read);
  const destinations = createDestinations({
    webhookAllow,
    signatureHeader,
    mailer: (message, limits) => mail.send(message, store.read, limits),
    surroundings,
    describer: createDescriber(surroundings, createStoredTemplates(store.read)),
    now: context.now,
  });
  const holds = (share: number) => shares.holds(share);
  const housekeeping = createHousekeeping({
    store,
    context,
    keepDays: deliveryRetentionDays,
    isFirst: () => holds(0),
  });
  const texts = createEventTexts(store);
  const find: AlertRegistry['find'] = (id) => registry.find(id);
  const { delivered } = housekeeping;
  const sender: Sender = createSender({
    store,
    catalog,
    context,
    destinations,
    texts,
    shownTo: createShownTo({ store, catalog, context, access }),
    find,
    holds,
    circuitAfter,
    delivered,
  });
  const registry = createAlertRegistry({ read: store.read, catalog, changed: sender.changed });
  const resolveRecipients = createRecipients({ catalog, context, access });
  const loop = createReadLoop({
    ...{ store, catalog, context, registry, holds, resolveRecipients },
    canSend: (type) => destinations.get(type) !== undefined,
    keepText: texts.keep,
    planned: (deliveries) => sender.look(deliveries.filter(({ state }) => state === 'pending')),
  });
  const scans = createPulse({
    everyMs: () => SCAN_MS,
    run: sender.scan,
    failed: (err) => context.log.warn({ err }, 'could not look for pending deliveries'),
  });
  const shares: Shares = createShares({
    store,
    context,
    holder,
    taken() {
      loop.refresh();
      scans.wake();
    },
    lost(some) {
      registry.drop(some);
      sender.drop(some);
    },
    async leave(share) {
      await loop.left(share);
      await sender.left(share);
      registry.drop([share]);
    },
  });
  const unsubscribe = [
    subscribe(DELIVERIES_CHANNEL, scans.wake),
    subscribe(ALERTS_CHANNEL, () => {
      loop.refresh();
      housekeeping.wake();
    }),
  ];
  return async () => {
    for (const end of unsubscribe) end();
    await within(Promise.all([loop.stop(), housekeeping.stop(), scans.stop()]), STOP_MS);
    await sender.stop();
    await within(shares.stop(), STOP_MS);
    await destinations.close();
  };
}
