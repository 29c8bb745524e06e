/** Schemas of the protocol itself, which no contract key names. */
export const FIXED_SCHEMAS = {
  Error: {
    type: 'object',
    required: ['code', 'message'],
    properties: {
      code: { type: 'integer', description: 'The status of the answer.' },
      errorType: { type: 'string', description: 'The kind of error, for programs.' },
      message: { type: 'string', description: 'What is wrong, for people.' },
    },
  },
  JsonPatch: {
    type: 'array',
    description: 'Steps that are done in their order, all or none (RFC 6902).',
    items: { $ref: '#/components/schemas/JsonPatchOperation' },
  },
  JsonPatchOperation: {
    type: 'object',
    required: ['op', 'path'],
    properties: {
      op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
      path: { type: 'string', description: 'JSON pointer of what is changed, such as `/description`.' },
      from: { type: 'string', description: 'JSON pointer of what is moved or copied.' },
      value: { description: 'The new value, or the one that is expected.' },
    },
  },
} as const;
