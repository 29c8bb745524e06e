/** Files about entities, stored in the database so that every server has them. */
import { type Asset, catalogError, errorMessages } from '../../contract/index.js';
import {
  apiUrl,
  checkId,
  createSight,
  type DataRoute,
  type EntityType,
  type FormFile,
  factsOf,
  json,
  parameter,
  type Reply,
  type Request,
  readFlag,
  readLimit,
  rowToChange,
  type Scope,
} from '../catalog/index.js';
import { entityLink, parseEntityLink } from '../entities/index.js';
import {
  type AttachmentRow,
  attachmentContent,
  countAttachments,
  deleteAttachment,
  type EntityRow,
  getAttachment,
  getEntityById,
  insertAttachment,
  listAttachments,
} from '../storage/index.js';
import { contentDisposition, mediaTypeOf, plainName } from './file-names.js';

const path = '/v1/attachments';
const tag = 'Attachments';
const schema = 'attachments/asset';
const MOST_BYTES = 5 * 1024 * 1024;
const MOST_FILES = 1000;
const KINDS = ['Inline', 'External'] as const;

const entity = { 200: { description: 'The attachment', schema } };
const common = { tag, errors: [404] };
const text = (name: string, description: string, more: object = { type: 'string' }) => ({
  name,
  description,
  schema: more,
});

export function attachmentRoutes(): DataRoute[] {
  return [...readRoutes(), ...writeRoutes()];
}

function readRoutes(): DataRoute[] {
  return [
    {
      ...{ kind: 'read', method: 'GET', path: `${path}/{id}` },
      docs: {
        ...{ ...common, operationId: 'getAttachment', summary: 'Get an attachment without its content' },
        description: 'Visible to everybody who may see what it is about.',
        answers: entity,
      },
      handle: async (request, scope) => {
        const { row, about } = await findAttachment(request, 'ViewBasic', scope);
        return json<Asset>(200, shown(row, about, scope));
      },
    },
    {
      ...{ kind: 'read', method: 'GET', path: `${path}/{id}/download`, long: true },
      docs: {
        ...{ ...common, operationId: 'downloadAttachment', summary: 'Get the content of an attachment' },
        description: 'Sent as a download, or with `direct` an image to show.',
        query: [
          text('direct', 'Show an image instead of saving it', { type: 'boolean', default: false }),
          text('expiry', 'Ignored: there are no links that expire'),
        ],
        answers: {
          200: {
            description: 'The file',
            schema: { inline: { type: 'string', format: 'binary' } },
            media: 'application/octet-stream',
          },
        },
      },
      handle: download,
    },
    {
      ...{ kind: 'read', method: 'GET', path: `${path}/fqn/{fqn}/{assetType}` },
      docs: {
        ...{ ...common, operationId: 'listAttachments', summary: 'List the attachments of an entity' },
        description: 'Of the entities with this name, those that the caller may see.',
        params: { fqn: 'Fully qualified name of the entity.', assetType: 'Inline or External.' },
        query: [
          text('sortBy', 'Order', { type: 'string', enum: ['name', 'createdAt', 'updatedAt'] }),
          text('sortOrder', 'Direction', { type: 'string', enum: ['asc', 'desc'], default: 'desc' }),
          text('limit', 'Attachments to return', { type: 'integer', minimum: 0 }),
          text('offset', 'Attachments to skip', { type: 'integer', minimum: 0, default: 0 }),
        ],
        answers: { 200: { description: 'The attachments', schema: { arrayOf: schema } } },
      },
      handle: list,
    },
  ];
}

function writeRoutes(): DataRoute[] {
  return [
    {
      ...{ kind: 'write', method: 'POST', path: `${path}/upload` },
      docs: {
        ...{ operationId: 'uploadAttachment', summary: 'Attach a file to an entity', tag, errors: [404, 409, 413] },
        description: `At most ${MOST_BYTES} bytes, of a known kind: images, text, office documents, PDF and archives. Takes the right to edit the description of the entity.`,
        body: {
          schema: {
            inline: {
              type: 'object',
              properties: {
                file: { type: 'string', format: 'binary' },
                entityLink: { type: 'string' },
                assetType: { type: 'string', enum: [...KINDS] },
              },
              required: ['file', 'entityLink'],
            },
          },
          media: 'multipart/form-data',
        },
        answers: { 201: { description: 'The attachment', schema } },
      },
      handle: upload,
    },
    {
      ...{ kind: 'write', method: 'DELETE', path: `${path}/{id}` },
      docs: {
        ...{ ...common, operationId: 'deleteAttachment', summary: 'Delete an attachment' },
        description: 'Takes the right to edit the description of the entity.',
        query: [text('hardDelete', 'Remove the content, too', { type: 'boolean', default: false })],
        answers: entity,
      },
      handle: remove,
    },
  ];
}

async function upload(request: Request, scope: Scope): Promise<Reply> {
  const { fields = {}, files = [] } = request.form ?? {};
  if (!fields.entityLink) throw catalogError('BAD_REQUEST', 'entityLink is required');
  const link = parseEntityLink(fields.entityLink, 'entityLink', scope);
  const about = await rowToChange(link.type, { fqn: link.fqn }, 'non-deleted', scope, ['ViewBasic', 'EditDescription']);
  const kind = kindOf(fields.assetType ?? 'Inline');
  const file = checkFile(files.find(({ field }) => field === 'file'));
  const name = plainName(file.filename);
  if ((await countAttachments(scope.sql, about.id)) >= MOST_FILES)
    throw catalogError('BAD_REQUEST', `An entity can have at most ${MOST_FILES} attachments`);
  const row: AttachmentRow = {
    id: scope.context.id(),
    about_type: about.type,
    about_id: about.id,
    part: link.part,
    kind,
    file_name: name,
    media_type: mediaTypeOf(name),
    size: file.bytes.length,
    updated_at: scope.context.now(),
    updated_by: scope.actor.name,
    deleted: 0,
  };
  await insertAttachment(scope.sql, row, file.bytes);
  return json<Asset>(201, shown(row, about, scope), {
    Location: `${apiUrl(scope)}${path}/${row.id}`,
  });
}

function checkFile(file: FormFile | undefined): FormFile {
  if (!file) throw catalogError('BAD_REQUEST', 'file is required');
  if (file.bytes.length === 0) throw catalogError('BAD_REQUEST', 'file must not be empty');
  if (file.bytes.length > MOST_BYTES)
    throw catalogError('BULK_LIMIT_EXCEPTION', `file may have at most ${MOST_BYTES} bytes`);
  return file;
}

function kindOf(text: string): (typeof KINDS)[number] {
  const kind = KINDS.find((one) => one === text);
  if (kind) return kind;
  throw catalogError('BAD_REQUEST', `assetType must be one of ${KINDS.join(', ')}`);
}

/** 404 for a deleted file; 403 if the actor may not perform the operation on its entity. */
async function findAttachment(
  request: Request,
  operation: string,
  scope: Scope,
  deleted = 0,
): Promise<{ row: AttachmentRow; about: EntityRow; type: EntityType }> {
  const id = checkId(parameter(request, 'id'));
  const row = await getAttachment(scope.sql, id);
  const about = row && row.deleted <= deleted ? await getEntityById(scope.sql, row.about_id) : undefined;
  if (!row || !about || about.deleted === 2)
    throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('attachment', id));
  const type = scope.catalog.registry.get(about.type);
  const operations = [...new Set(['ViewBasic', operation])];
  await scope.catalog.authorizer.decide(scope.actor, operations, type.name, () => factsOf(type, about, scope));
  return { row, about, type };
}

function shown(row: AttachmentRow, about: EntityRow, scope: Scope): Asset {
  const dot = row.file_name.lastIndexOf('.');
  return {
    id: row.id,
    fullyQualifiedName: about.fqn,
    fileName: row.file_name,
    url: `${apiUrl(scope)}${path}/${row.id}/download`,
    contentType: row.media_type,
    size: row.size,
    extension: dot < 0 ? '' : row.file_name.slice(dot),
    assetType: kindOf(row.kind),
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
    deleted: row.deleted === 1,
    entityLink: entityLink(row.about_type, about.fqn, row.part),
  };
}

async function download(request: Request, scope: Scope): Promise<Reply> {
  const { row } = await findAttachment(request, 'ViewBasic', scope);
  const content = await attachmentContent(scope.sql, row.id);
  if (!content) throw catalogError('ENTITY_NOT_FOUND', errorMessages.notFoundById('attachment', row.id));
  const direct = readFlag(request.query, 'direct');
  const show = direct && row.media_type.startsWith('image/');
  return {
    status: 200,
    body: new Uint8Array(content),
    mediaType: row.media_type,
    headers: {
      'Content-Disposition': contentDisposition(row.file_name, show ? 'inline' : 'attachment'),
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
    },
  };
}

async function list(request: Request, scope: Scope): Promise<Reply> {
  const { sortBy, sortOrder = 'desc' } = request.query;
  const offset = readLimit(request.query.offset, 0, 0, 1_000_000_000, 'offset');
  const limit = readLimit(request.query.limit, MOST_FILES, 0, 1_000_000);
  if (sortOrder !== 'asc' && sortOrder !== 'desc')
    throw catalogError('BAD_REQUEST', 'query param sortOrder must be asc or desc');
  if (sortBy && !['name', 'createdAt', 'updatedAt'].includes(sortBy))
    throw catalogError('BAD_REQUEST', 'query param sortBy must be one of name, createdAt, updatedAt');
  const kind = kindOf(parameter(request, 'assetType'));
  const rows = await listAttachments(scope.sql, {
    fqn: parameter(request, 'fqn'),
    kind,
    seen: createSight(scope).counted(),
  });
  if (sortBy === 'name') rows.sort((a, b) => (a.file_name.toLowerCase() < b.file_name.toLowerCase() ? -1 : 1));
  if (sortBy && sortOrder === 'desc') rows.reverse();
  const page = rows.slice(offset, offset + limit);
  const found: Asset[] = [];
  for (const row of page) {
    const about = await getEntityById(scope.sql, row.about_id);
    if (about) found.push(shown(row, about, scope));
  }
  return json<Asset[]>(200, found);
}

async function remove(request: Request, scope: Scope): Promise<Reply> {
  const hard = readFlag(request.query, 'hardDelete');
  const { row, about } = await findAttachment(request, 'EditDescription', scope, hard ? 1 : 0);
  await deleteAttachment(scope.sql, row.id, hard);
  return json<Asset>(200, shown({ ...row, deleted: 1 }, about, scope));
}
