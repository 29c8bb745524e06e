// Seals secrets that older versions stored in plain text: connection settings that the schema does not declare as
// secrets.
import { type Contract, parseObject } from '../../../contract/index.js';
import {
  type Command,
  type EntityType,
  editChanges,
  editValues,
  type Fields,
  isObject,
  positionOf,
  readDocument,
  rootOf,
  type Scope,
  writeDocument,
} from '../../catalog/index.js';
import {
  type EntityRow,
  type EventPieces,
  getSetting,
  insertHistory,
  listEntities,
  listEventPieces,
  listHistory,
  putSetting,
  replaceEventPieces,
  updateEntity,
} from '../../storage/index.js';
import { mask, sealSecrets } from './sealed-secrets.js';

export const SEAL_STORED = 'entities.sealStored';
const SETTING = 'services.sealed';
const LOCK = 'services.sealing';
/**
 * Version of the rules that recognize secrets by name and text. Everything stored under an older version is processed
 * again.
 */
const RULES = '1';
const BATCH = 200;

/** Runs at every start, but does nothing once it has completed. */
export const sealStored: Command = {
  name: SEAL_STORED,
  async run(_, scope) {
    if (await isDone(scope)) return null;
    // Writing the row locks it, so servers that start at the same time do this one after another.
    await putSetting(scope.sql, { name: LOCK, updated_at: scope.context.now(), doc: 'null' });
    if (await isDone(scope)) return null;
    const types = scope.catalog.registry.types.filter(({ family }) => family);
    for (const type of types) await sealType(type, scope);
    await maskEvents(types, scope);
    await putSetting(scope.sql, { name: SETTING, updated_at: scope.context.now(), doc: RULES });
    return null;
  },
};

async function isDone(scope: Scope): Promise<boolean> {
  return (await getSetting(scope.sql, SETTING))?.doc === RULES;
}

async function sealType(type: EntityType, scope: Scope): Promise<void> {
  let last: EntityRow | undefined;
  do {
    const after = last ? { after: positionOf(last) } : {};
    const rows = await listEntities(scope.sql, { type: type.name, include: 'all', ...after, limit: BATCH });
    for (const row of rows) {
      await sealRow(type, row, scope);
      await maskHistory(type, row, scope);
    }
    last = rows.length === BATCH ? rows.at(-1) : undefined;
  } while (last);
}

async function sealRow(type: EntityType, row: EntityRow, scope: Scope): Promise<void> {
  const core = readDocument(row);
  const schema = schemaOf(type, core, scope.catalog.contract);
  if (schema === null || !isObject(core.connection)) return;
  const config: Fields = { connection: core.connection.config };
  const stored = core.$connection === undefined ? {} : { $connection: core.$connection };
  sealSecrets({ field: 'connection', schema, connection: true }, config, stored, scope);
  const sealed: Fields = { ...core, connection: { ...core.connection, config: config.connection } };
  if (config.$connection !== undefined) sealed.$connection = config.$connection;
  maskChanges(sealed, schema, scope.catalog.contract);
  const { doc, extra, cuts } = writeDocument(type, sealed);
  if (doc !== row.doc) await updateEntity(scope.sql, { ...row, doc, extra, cuts, revision: row.revision + 1 });
}

async function maskHistory(type: EntityType, row: EntityRow, scope: Scope): Promise<void> {
  for (let offset = 0; ; offset += BATCH) {
    const versions = await listHistory(scope.sql, { id: row.id, limit: BATCH, offset });
    const changed = versions.flatMap((version) => {
      const doc = maskText(type, version.doc, scope.catalog.contract);
      return doc === version.doc ? [] : [{ ...version, doc }];
    });
    if (changed.length > 0) await insertHistory(scope.sql, changed);
    if (versions.length < BATCH) return;
  }
}

async function maskEvents(types: readonly EntityType[], scope: Scope): Promise<void> {
  const names = types.map(({ name }) => name);
  for (let after = ''; ; ) {
    const events = await listEventPieces(scope.sql, { types: names, after, limit: BATCH });
    for (const event of events) {
      const masked = maskEvent(event, scope);
      if (masked) await replaceEventPieces(scope.sql, masked);
    }
    if (events.length < BATCH) return;
    after = events.at(-1)?.id ?? '';
  }
}

/** null if nothing changes. Events of older versions have all their pieces in `doc`. */
function maskEvent({ id, doc, change, entity }: EventPieces, { catalog }: Scope): EventPieces | null {
  const { contract } = catalog;
  const event = parseObject(doc);
  const type = catalog.registry.get(String(event.entityType));
  const text = entity ?? (typeof event.entity === 'string' ? event.entity : null);
  const schema = text === null ? null : schemaOf(type, parseObject(text), contract);
  if (text === null || schema === null) return null;
  const masked = maskText(type, text, contract);
  if (event.entity !== undefined) event.entity = masked;
  maskChanges(event, schema, contract);
  const changes: Fields = { changeDescription: change === null ? undefined : JSON.parse(change) };
  maskChanges(changes, schema, contract);
  const pieces = {
    id,
    doc: JSON.stringify(event),
    change: change === null ? null : JSON.stringify(changes.changeDescription),
    entity: entity === null ? null : masked,
  };
  return pieces.doc === doc && pieces.change === change && pieces.entity === entity ? null : pieces;
}

function maskText(type: EntityType, text: string, contract: Contract): string {
  const value = parseObject(text);
  const schema = schemaOf(type, value, contract);
  if (schema === null) return text;
  if (isObject(value.connection)) value.connection = maskConnection(value.connection, schema, contract);
  maskChanges(value, schema, contract);
  return JSON.stringify(value);
}

function maskConnection(connection: Fields, schema: string, contract: Contract): Fields {
  if (connection.config === undefined) return connection;
  return {
    ...connection,
    config: contract.mapConnectionSecrets(schema, connection.config, (secret) => (secret === '' ? '' : mask)),
  };
}

function maskChanges(value: Fields, schema: string, contract: Contract): void {
  editChanges(value, (change) =>
    rootOf(change.name) === 'connection'
      ? editValues(change, (inner) => (isObject(inner) ? maskConnection(inner, schema, contract) : inner))
      : change,
  );
}

/** The schema of the connection of a service; null if it cannot have one. */
function schemaOf(type: EntityType, service: Fields, contract: Contract): string | null {
  const { family } = type;
  return family ? contract.connectionSchema(family, String(service.serviceType)) : null;
}
