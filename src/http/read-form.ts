import type { FastifyRequest } from 'fastify';
import type { Form } from '../catalog/index.js';

/** Reads a multipart body; its size and the number of its parts are limited where the plugin is registered. */
export async function readForm(request: FastifyRequest): Promise<Form> {
  const form: Form = { fields: {}, files: [] };
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      form.fields[part.fieldname] = String(part.value);
      continue;
    }
    const { fieldname: field, filename, mimetype: mediaType } = part;
    form.files.push({ field, filename, mediaType, bytes: await part.toBuffer() });
  }
  return form;
}
