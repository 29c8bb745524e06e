/** Protocol schemas that have no contract key. */
export const FIXED_SCHEMAS = {
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', format: 'int32', description: 'The HTTP status code.' },
      errorType: { type: 'string', description: 'The machine-readable error type.' },
      message: { type: 'string', description: 'The human-readable error message.' },
    },
  },
  JsonPatch: {
    type: 'array',
    description: 'Operations that are applied in order, all or none (RFC 6902).',
    items: { $ref: '#/components/schemas/JsonPatchOperation' },
  },
  JsonPatchOperation: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', description: 'JSON Pointer to the changed value, such as `/description`.' },
      from: { type: 'string', description: 'JSON Pointer to the value to move or copy.' },
      value: { description: 'The new value, or the expected value of a test.' },
    },
  },
} as const;
