/** What people of the sample catalog say about its tables: conversations, tasks, an announcement, a file, and what they changed. */
import { type Actor, type Command, type Fields, putEntities, type Scope } from '../../catalog/index.js';
import { present } from '../../context/index.js';
import {
  type ActivityRow,
  type EntityRow,
  getEntityByFqn,
  getSetting,
  insertActivity,
  insertAttachment,
  insertPost,
  insertThread,
  putReaction,
  putRelations,
  putSetting,
  RELATION,
} from '../../storage/index.js';
import { entityLink } from '../conversations/entity-link.js';
import { recordMentions } from '../conversations/mentions.js';
import { openRequested } from '../tasks/open-task.js';
import { closeRow } from '../tasks/resolve-task.js';
import { PIPELINE } from './demo-loads.js';

/** Stores it once: it can be changed and deleted, and does not come back. Resolves to whether it was stored. */
export const LOAD_DEMO_TALK = 'entities.loadDemoTalk';

const SETTING = 'demo.talk';
const HOUR = 3_600_000;
const ORDERS = 'warehouse.analytics.facts.fct_orders';
const PAYMENTS = 'warehouse.analytics.facts.fct_payments';
/** The account that the server creates at its first start: users who try the sample sign in with it. */
const ADMIN = 'admin';

export const demoTalkCommand: Command = {
  name: LOAD_DEMO_TALK,
  async run(_, scope) {
    if (await getSetting(scope.sql, SETTING)) return false;
    await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc: 'true' });
    const orders = present(await getEntityByFqn(scope.sql, 'table', ORDERS));
    await openTasks(scope);
    await talk(orders, scope);
    await announce(scope);
    await attach(orders, scope);
    await follow(orders, scope);
    await insertActivity(scope.sql, await history(orders, scope));
    return true;
  },
};

/** What a person of the catalog does. Their rights are not what the sample is about. */
async function asPerson(name: string, scope: Scope): Promise<Scope> {
  const { id } = present(await getEntityByFqn(scope.sql, 'user', name));
  const actor: Actor = { id, name, isAdmin: true, isBot: false };
  return { ...scope, actor };
}

async function openTasks(scope: Scope): Promise<void> {
  const [lena, tom, aiko, jonas] = await Promise.all(
    ['lena', 'tom', 'aiko', 'jonas'].map((name) => asPerson(name, scope)),
  );
  const about = entityLink('table', ORDERS);
  const change = { about, category: 'MetadataUpdate' } as const;
  const asked = await openRequested(
    {
      ...change,
      type: 'DescriptionUpdate',
      description: 'Is this the currency of the shop or of the customer?',
      payload: { fieldPath: 'columns::currency::description', currentDescription: '', newDescription: '' },
    },
    present(lena),
  );
  await comment(asked, 'I will ask <#E::user::samir|@Samir Haddad> and write it down.', present(jonas));
  await openRequested(
    {
      ...change,
      type: 'Suggestion',
      payload: {
        ...{ suggestionType: 'Description', fieldPath: 'columns::total_amount::description', source: 'User' },
        suggestedValue: 'What the customer pays, with tax and before refunds.',
        reasoning: 'It is asked for in every review.',
      },
    },
    present(tom),
  );
  await openRequested(
    {
      about: entityLink('table', PAYMENTS),
      ...{ category: 'DataAccess', type: 'DataAccessRequest' },
      payload: {
        ...{ accessType: 'Masked', requestedAccess: 'Read' },
        reason: 'To compare payments with the books at the end of the month.',
      },
    },
    present(aiko),
  );
  const done = await openRequested(
    { ...change, type: 'TagUpdate', payload: { fieldPath: 'tags', operation: 'Add', tagsToAdd: [] } },
    present(aiko),
  );
  const type = scope.catalog.registry.get('task');
  await closeRow(type, done, { comment: 'It is tagged as certified already.' }, present(jonas));
  await openForAdmin(present(lena), present(tom));
}

/** Tasks for the start page of the administrator; for the owners, if that account is gone. */
async function openForAdmin(lena: Scope, tom: Scope): Promise<void> {
  const admin = await getEntityByFqn(lena.sql, 'user', ADMIN);
  const change = {
    about: entityLink('table', PAYMENTS),
    category: 'MetadataUpdate',
    ...(admin?.deleted === 0 ? { assignees: [ADMIN] } : {}),
  } as const;
  await openRequested(
    {
      ...change,
      type: 'DescriptionUpdate',
      description: 'New colleagues ask what belongs here and what is booked elsewhere.',
      payload: { fieldPath: 'description', currentDescription: '', newDescription: '' },
    },
    lena,
  );
  await openRequested(
    {
      ...change,
      type: 'Suggestion',
      payload: {
        ...{ suggestionType: 'Description', fieldPath: 'description', source: 'User' },
        suggestedValue: 'Every payment, one row for each attempt, with what the provider answered.',
        reasoning: 'I had to ask the team for it.',
      },
    },
    tom,
  );
}

async function comment({ id }: EntityRow, message: string, scope: Scope): Promise<void> {
  const { actor, context } = scope;
  const post = { id: context.id(), thread_id: id, author_id: actor.id, author_name: actor.name, message };
  await insertPost(scope.sql, { ...post, at: context.now() });
  await recordMentions(message, { threadId: id, postId: post.id }, scope);
}

async function talk(orders: EntityRow, scope: Scope): Promise<void> {
  const { sql, context } = scope;
  const [lena, jonas] = [await asPerson('lena', scope), await asPerson('jonas', scope)];
  const at = context.now() - 5 * HOUR;
  const id = context.id();
  const message = 'Do the amounts contain cancelled orders, <#E::user::jonas|@Jonas Weber>?';
  await insertThread(sql, {
    id,
    ...{ type: 'Conversation', about_type: orders.type, about_id: orders.id, part: '', message },
    ...{ author_id: lena.actor.id, author_name: lena.actor.name, created_at: at },
    ...{ updated_at: at + HOUR, updated_by: jonas.actor.name, resolved: 0, task_number: null, task_status: null },
    ...{ starts_at: null, ends_at: null, doc: '{}' },
  });
  await recordMentions(message, { threadId: id, postId: '' }, lena);
  const answer = 'No. An order that is cancelled leaves this table **with the next load**, mostly within an hour.';
  const post = { id: context.id(), thread_id: id, author_id: jonas.actor.id, author_name: jonas.actor.name };
  await insertPost(sql, { ...post, message: answer, at: at + HOUR });
  await putReaction(sql, { subject_id: post.id, type: 'thumbsUp', user_id: lena.actor.id, at: at + 2 * HOUR });
}

async function announce(scope: Scope): Promise<void> {
  const now = scope.context.now();
  const notice: Fields = {
    name: 'sample-new-currency',
    displayName: 'A column changes its meaning',
    description:
      'From next month on, `currency` holds the currency of the *customer*. Reports that sum amounts have to convert them.',
    entityLink: entityLink('table', ORDERS),
    startTime: now - 24 * HOUR,
    endTime: now + 60 * 24 * HOUR,
  };
  const type = scope.catalog.registry.get('announcement');
  await putEntities(type, [notice], { override: false }, await asPerson('jonas', scope));
}

/** Makes the administrator follow some assets, so that the start page is not empty. */
async function follow(orders: EntityRow, { sql }: Scope): Promise<void> {
  const admin = await getEntityByFqn(sql, 'user', ADMIN);
  if (admin?.deleted !== 0) return;
  const load = await getEntityByFqn(sql, 'pipeline', PIPELINE);
  await putRelations(
    sql,
    [orders, ...(load ? [load] : [])].map(({ id, type }) => ({
      ...{ from_id: admin.id, from_type: admin.type, kind: RELATION.follows },
      ...{ to_id: id, to_type: type, ord: 0, data: null },
    })),
  );
}

async function attach({ id, type }: EntityRow, { sql, context }: Scope): Promise<void> {
  const text = `# How an order counts\n
| event | counts from | counts until |
| - | - | - |
| placed | the payment is authorized | the order is cancelled |
| shipped | the first parcel leaves | all parcels came back |\n`;
  const content = new TextEncoder().encode(text);
  const about = { id: context.id(), about_type: type, about_id: id, part: '', kind: 'External' };
  const file = {
    file_name: 'how-an-order-counts.md',
    media_type: 'text/markdown; charset=utf-8',
    size: content.length,
  };
  const state = { updated_at: context.now() - 30 * HOUR, updated_by: 'jonas', deleted: 0 };
  await insertAttachment(sql, { ...about, ...file, ...state }, content);
}

/** The server records what happens from its first start on; the sample is older. */
async function history({ id, type, fqn }: EntityRow, { sql, context }: Scope): Promise<ActivityRow[]> {
  const owner = present(await getEntityByFqn(sql, 'user', 'jonas'));
  const row = (kind: string, actor: string, hoursAgo: number, part: string, doc: Fields): ActivityRow => ({
    ...{ id: context.id(), kind, entity_type: type, entity_id: id, part, operation: '', actor_name: actor },
    at: context.now() - hoursAgo * HOUR,
    doc: JSON.stringify({ summary: `${actor} changed ${type} ${fqn}`, ...doc }),
  });
  return [
    row('OwnerUpdated', 'maria', 72, 'owners', {
      fieldName: 'owners',
      newValue: JSON.stringify([{ id: owner.id, type: owner.type, name: owner.name, displayName: 'Jonas Weber' }]),
    }),
    row('DescriptionUpdated', 'jonas', 50, 'description', {
      fieldName: 'description',
      oldValue: 'Every order.',
      newValue: 'Every order, one row for each event.',
    }),
    row('TagsUpdated', 'lena', 26, 'tags', {
      fieldName: 'tags',
      newValue: JSON.stringify([{ tagFQN: 'Trust.Certified', source: 'Classification' }]),
    }),
    row('ColumnDescriptionUpdated', 'jonas', 3, 'columns::order_id::description', {
      fieldName: 'columns.order_id.description',
      oldValue: 'Key.',
      newValue: 'The order.',
    }),
  ];
}
