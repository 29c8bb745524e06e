/** Turns events into messages for people, by the template of the alert or those of the system. */
import type { Catalog } from '../../catalog/index.js';
import type { Describer, EventToDescribe, Surroundings } from '../../destinations/index.js';
import { ENVELOPE, type ShippedTemplate, shippedTemplate, systemTemplatesFor } from '../../entities/index.js';
import { type Message, pageAddress, productName, renderBlocks } from '../../mail/index.js';
import type { Sql, Store } from '../../storage/index.js';
import { TemplateError, textOf } from '../../templates/index.js';
import { digestOf } from './digest.js';
import { contextOf } from './event-context.js';
import { createRenderer, type TemplateTexts } from './render-message.js';
import { safeMailHtml } from './safe-mail-html.js';

/** Reads the address and the product name for messages each time, so that a change of these settings applies to the next message of every server. */
export function surroundingsOf(catalog: Pick<Catalog, 'options'>, read: Store['read']): () => Promise<Surroundings> {
  return () => read((sql) => readSurroundings({ sql, catalog }));
}

export async function readSurroundings({ sql, catalog }: SettingScope): Promise<Surroundings> {
  return { publicUrl: await pageAddress(sql, catalog.options), product: await productName(sql) };
}

interface SettingScope {
  sql: Sql;
  catalog: Pick<Catalog, 'options'>;
}

export interface StoredTemplates {
  /** The user template of the alert; null if it has none. */
  ofAlert(id: string): Promise<TemplateTexts | null>;
  /** By name, in the order of the names; only those that exist. */
  named(names: readonly string[]): Promise<TemplateTexts[]>;
}

const NONE: StoredTemplates = { ofAlert: async () => null, named: async () => [] };

/** Maximum number of events that a digest lists; it states the number of the others. */
const MOST_TOLD = 100;

/** Without stored templates, the shipped ones are used. */
export function createDescriber(surroundings: () => Promise<Surroundings>, stored: StoredTemplates = NONE): Describer {
  const renderer = createRenderer();

  async function message(given: EventToDescribe): Promise<Message> {
    const { more = [], ...first } = given;
    if (more.length === 0) return single(first);
    const { alert } = given;
    const told = [];
    for (const event of [given.event, ...more].slice(0, MOST_TOLD)) told.push(await single({ ...first, event }));
    return digestOf(told, { title: alert.displayName || alert.name, count: more.length + 1 });
  }

  async function single(given: EventToDescribe): Promise<Message> {
    const around = await surroundings();
    const context = contextOf(given, around);
    const { event, alert } = given;
    const names = systemTemplatesFor(
      { entityType: textOf(event.entityType), eventType: textOf(event.eventType) },
      hasResult(event),
    );
    const own = alert.id === undefined ? null : await stored.ofAlert(alert.id);
    const candidates = async function* (): AsyncGenerator<TemplateTexts> {
      if (own) yield own;
      yield* (await stored.named(names)).slice(0, 1);
      yield* names.flatMap((name) => shippedTemplate(name) ?? []).slice(0, 1);
    };
    // What people wrote may need more than a message can have for an event; the message comes all the same.
    for await (const texts of candidates())
      try {
        return await renderer.message(texts, context);
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
      }
    return { subject: `Event update from ${around.product}`, blocks: [] };
  }

  async function page({ subject, blocks }: Message): Promise<string> {
    const { publicUrl: baseUrl, product: emailingEntity } = await surroundings();
    const context = { subject, body: renderBlocks(blocks), baseUrl, emailingEntity };
    const shipped = [shippedTemplate(ENVELOPE)].filter((one): one is ShippedTemplate => one !== undefined);
    for (const { templateBody } of [...(await stored.named([ENVELOPE])), ...shipped])
      try {
        return safeMailHtml(await renderer.html(templateBody, context));
      } catch (error) {
        if (!(error instanceof TemplateError)) throw error;
      }
    return renderBlocks(blocks);
  }

  return {
    message,
    page,
    async mail(event) {
      const made = await message(event);
      return { message: made, html: await page(made) };
    },
  };
}

function hasResult({ changeDescription }: Record<string, unknown>): boolean {
  return /"name":"testCaseResult"/.test(JSON.stringify(changeDescription) ?? '');
}
