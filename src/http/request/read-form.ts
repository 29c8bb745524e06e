import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../../contract/errors.js';
import type { Form } from '../../catalog/index.js';

/**
 * Reads a multipart body of at most `limit` bytes of content; the plugin limits the size of each part and their number.
 */
export async function readForm(request: FastifyRequest, limit: number): Promise<Form> {
  const form: Form = { fields: {}, files: [] };
  let length = 0;
  const count = (bytes: number, cut: boolean) => {
    length += bytes;
    if (cut || length > limit)
      throw new CatalogError('BULK_LIMIT_EXCEPTION', `the parts may have at most ${limit} bytes`);
  };
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      const value = String(part.value);
      count(Buffer.byteLength(value), part.valueTruncated);
      form.fields[part.fieldname] = value;
    } else {
      const { fieldname: field, filename, mimetype: mediaType } = part;
      const bytes = await part.toBuffer();
      count(bytes.length, false);
      form.files.push({ field, filename, mediaType, bytes });
    }
  }
  return form;
}

/** Adds a status to parser errors, which describe the problem but have none. */
async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts();
  } catch (error) {
    if (!(error instanceof Error) || 'statusCode' in error) throw error;
    throw new CatalogError('BAD_REQUEST', `the multipart body is malformed: ${error.message}`);
  }
}
