import { Command } from 'commander';
import { isObject, parseObject } from '../../../contract/index.js';
import { explainAsked, progressOf, REDELIVER, redeliveries, type StoredAlert, SYNC } from '../../alerts/index.js';
import { systemActor } from '../../catalog/index.js';
import { eventSubscription } from '../../entities/index.js';
import {
  type EntityRow,
  getEntityByFqn,
  listDeliveries,
  listDestinationStates,
  listEntities,
  type Store,
} from '../../storage/index.js';
import { Failure, orFail } from '../fail.js';
import { addFlags, DATA_OPTIONS } from '../option-flags.js';
import { awaitJob, openWrites } from '../run-job.js';
import { type OpenData, withStore } from '../with-store.js';

type Options = Record<string, string | undefined>;

const { name: TYPE } = eventSubscription;
const PAGE = 100;
const DEFAULT_LIMIT = 20;

/**
 * `cairn alerts list|failed|redeliver|explain|sync`: shows what alerts did, repeats deliveries, explains why an alert delivers or does not
 * deliver an event, and skips unread events. A running server does the sending.
 */
export function alertsCommand(): Command {
  const subcommand = (
    usage: string,
    about: string,
    work: (open: OpenData, args: string[], options: Options) => Promise<void>,
  ) => {
    const command = new Command(usage).description(about);
    return addFlags(command, DATA_OPTIONS).action((...given: unknown[]) =>
      orFail(() => {
        const options: Options = command.opts();
        const args = given.filter((one) => typeof one === 'string');
        return withStore(options, (open) => work(open, args, options), { create: false, current: true });
      }),
    );
  };
  const list = subcommand('list', 'List alerts with their progress.', listAlerts);
  const failed = subcommand('failed', 'List failed deliveries, the newest first.', listFailed)
    .argument('[alert]', 'Name of an alert; default: all.')
    .option('--limit <number>', 'Maximum number of deliveries.', String(DEFAULT_LIMIT));
  const again = subcommand('redeliver', 'Repeat deliveries of an alert; by default all that failed.', redeliverNamed)
    .argument('<alert>', 'Name of the alert.')
    .option('--event <id>', 'Only deliveries of this event.')
    .option('--destination <id>', 'Only deliveries to this destination.')
    .option('--from <position>', 'Only events from this position on.')
    .option('--to <position>', 'Only events up to this position.')
    .option('--since <time>', 'Only events since this time, such as 2026-11-24T06:00:00Z.')
    .option('--until <time>', 'Only events until this time.')
    .option('--status <failed|successful|all>', 'Only deliveries with this result.');
  const explain = subcommand('explain', 'Explain why an alert delivers or does not deliver an event.', explainNamed)
    .argument('<alert>', 'Name of the alert.')
    .argument('<event>', 'Id or position of the event.');
  const sync = subcommand('sync', 'Skip all unread events of an alert.', syncNamed).argument(
    '<alert>',
    'Name of the alert.',
  );
  const command = new Command('alerts').description('Inspect alerts and repeat deliveries.');
  for (const one of [list, failed, again, explain, sync]) command.addCommand(one);
  return command;
}

async function listAlerts({ store }: OpenData): Promise<void> {
  const lines: string[][] = [['ALERT', 'SOURCE', 'UNREAD', 'PENDING', 'DELIVERED', 'FAILED', 'DESTINATIONS']];
  for await (const row of allAlerts(store)) {
    const { enabled, filteringRules, destinations = [] } = parseObject<StoredAlert>(row.doc);
    const { progress, states } = await store.read(async (sql) => ({
      progress: await progressOf(sql, row.id),
      states: await listDestinationStates(sql, [row.id]),
    }));
    const down = states.filter(({ circuit }) => circuit === 'open').length;
    const { unread, pending, succeeded, failed } = progress;
    lines.push([
      ...[row.name, filteringRules?.resources[0] ?? ''],
      ...[unread, pending, succeeded, failed].map(String),
      enabled === false ? 'disabled' : `${destinations.length}${down > 0 ? `, ${down} down` : ''}`,
    ]);
  }
  console.log(tableOf(lines));
}

async function* allAlerts(store: Store): AsyncGenerator<EntityRow> {
  let after: { key: string; id: string } | undefined;
  for (;;) {
    const page = { type: TYPE, include: 'non-deleted' as const, limit: PAGE, ...(after ? { after } : {}) };
    const rows = await store.read((sql) => listEntities(sql, page));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = { key: last.fqn, id: last.id };
  }
}

async function listFailed({ store }: OpenData, [name]: string[], { limit }: Options): Promise<void> {
  if (!/^\d{1,6}$/.test(limit ?? '')) throw new Failure('--limit must be a whole number');
  const alertId = name === undefined ? undefined : (await alertNamed(name, store)).id;
  const rows = await store.read((sql) =>
    listDeliveries(sql, { alertId, states: ['failed'], limit: Number(limit), offset: 0 }),
  );
  const lines = rows.map(({ updated_at, event, event_id, code, reason }) => {
    const { eventType, entityType, entityFullyQualifiedName } = event === null ? {} : parseObject(event);
    const about = [eventType, entityType, entityFullyQualifiedName]
      .filter((text) => typeof text === 'string')
      .join(' ');
    return [new Date(updated_at).toISOString(), event_id, about, reason ?? String(code ?? '')];
  });
  console.log(tableOf([['LAST ATTEMPT', 'EVENT', 'ABOUT', 'REASON'], ...lines]));
}

async function redeliverNamed(open: OpenData, [name = '']: string[], options: Options): Promise<void> {
  const { id } = await alertNamed(name, open.store);
  const { event, destination, status } = options;
  const body = Object.entries({
    ...{
      eventId: event,
      destinationId: destination,
      status,
      from: numberOf(options, 'from'),
      to: numberOf(options, 'to'),
    },
    ...{ since: timeOf(options, 'since'), until: timeOf(options, 'until') },
  }).filter(([, value]) => value !== undefined);
  const writes = openWrites(open);
  const started = await writes.command(REDELIVER, { alertId: id, body: Object.fromEntries(body) });
  if (!isObject(started)) throw new Error('a redelivery did not start');
  let count = Number(started.redelivered);
  if (typeof started.jobId === 'string') {
    const job = await awaitJob(started.jobId, redeliveries.name, writes);
    count += job.done;
    if (job.state !== 'completed')
      throw new Failure(`the job ended as ${job.state}${job.error ? `: ${job.error}` : ''}`);
  }
  console.log(`${count} deliveries will be sent again by a running server`);
}

function numberOf(options: Options, name: string): number | undefined {
  const text = options[name];
  if (text !== undefined && !/^\d{1,15}$/.test(text)) throw new Failure(`--${name} must be a position, a whole number`);
  return text === undefined ? undefined : Number(text);
}

function timeOf(options: Options, name: string): number | undefined {
  const text = options[name];
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Failure(`--${name} must be a time such as 2026-11-24T06:00:00Z`);
  return time;
}

async function explainNamed(open: OpenData, [name = '', event = '']: string[]): Promise<void> {
  const { store } = open;
  const row = await alertNamed(name, store);
  const { catalog, context } = openWrites(open);
  const body = /^\d+$/.test(event) ? { position: Number(event) } : { eventId: event };
  const told = await store.read((sql) =>
    explainAsked({ row, alert: parseObject<StoredAlert>(row.doc) }, body, {
      ...{ catalog, context, actor: systemActor, sql, reopen: store.read, invalidate: () => {} },
    }),
  );
  const mark = (passes: boolean) => (passes ? 'yes' : 'no ');
  console.log(`${mark(told.routing.passes)}  ${told.routing.reason}`);
  for (const { rules } of [told.filters, told.triggers])
    for (const { passes, prefixCondition, effect, condition, facts } of rules)
      console.log(`${mark(passes)}  ${prefixCondition} ${effect} ${condition}: ${facts.join('; ')}`);
  console.log(`${mark(told.decision.delivers)}  ${told.decision.reason}`);
}

async function syncNamed(open: OpenData, [name = '']: string[]): Promise<void> {
  const { id } = await alertNamed(name, open.store);
  const offset = await openWrites(open).command(SYNC, id);
  console.log(`${name} continues after event ${isObject(offset) ? offset.currentOffset : ''}`);
}

async function alertNamed(name: string, store: Store): Promise<EntityRow> {
  const row = await store.read((sql) => getEntityByFqn(sql, TYPE, name));
  if (row?.deleted !== 0) throw new Failure(`there is no alert ${name}`);
  return row;
}

/** Columns as wide as their widest text. */
function tableOf(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, i) => text.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
