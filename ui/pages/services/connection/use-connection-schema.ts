import { getConnectionSchema } from 'cairn/client';
import { useOperation } from '../../../data/use-operation.js';
import type { FieldSchema } from './connection-schema.js';

/** The schema of the connection to a product; it changes with the server only. */
export function useConnectionSchema(entityType: string, serviceType: string, enabled = true) {
  return useOperation(
    getConnectionSchema,
    { params: { entityType, serviceType } },
    { enabled, staleTime: Number.POSITIVE_INFINITY },
  );
}

/** The part of the answer that forms need. */
export function schemaOf({ schema }: { schema: object }): FieldSchema {
  return schema as FieldSchema; // the server answers the keywords that its connections use
}
