// What the routes of this folder accept and answer, for OpenAPI. Ours: the interface has no such routes.

const text = { type: 'string' };
const flag = { type: 'boolean' };

export const explainBody = {
  type: 'object',
  description: 'Exactly one of these: the id of an event, its position in the log, or a hypothetical event.',
  properties: {
    eventId: { type: 'string', format: 'uuid' },
    position: { type: 'integer', minimum: 1 },
    event: { type: 'object', description: 'A change event, as webhooks receive it.' },
  },
  additionalProperties: false,
};

const rules = (what: string) => ({
  type: 'object',
  properties: {
    passes: { ...flag, description: `Whether the event passes all ${what} together.` },
    expression: { ...text, description: `All ${what} as one condition.` },
    rules: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: text,
          displayName: text,
          condition: text,
          effect: { type: 'string', enum: ['include', 'exclude'] },
          prefixCondition: {
            type: 'string',
            enum: ['AND', 'OR'],
            description: 'How it is combined with the previous rule.',
          },
          holds: { ...flag, description: 'The result of the condition.' },
          passes: {
            ...flag,
            description:
              'The result with its effect: a rule with the effect `exclude` passes if its condition does not hold.',
          },
          facts: {
            type: 'array',
            items: text,
            description: 'The facts that the condition used: only what the caller may see.',
          },
        },
        required: ['name', 'condition', 'effect', 'prefixCondition', 'holds', 'passes', 'facts'],
      },
    },
  },
  required: ['passes', 'expression', 'rules'],
});

export const eventSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid' },
    position: { type: 'integer', description: 'Its place in the log; absent for a hypothetical event.' },
    eventType: text,
    entityType: text,
    entityId: { type: 'string', format: 'uuid' },
    entityFullyQualifiedName: text,
    userName: text,
    timestamp: { type: 'integer' },
  },
  required: ['id', 'eventType', 'entityType', 'entityId', 'timestamp'],
};

export const explanationSchema = {
  type: 'object',
  properties: {
    alert: { type: 'object', properties: { id: text, name: text, enabled: flag }, required: ['id', 'name', 'enabled'] },
    event: eventSchema,
    matches: {
      ...flag,
      description: 'Whether the event passes the current source, filters and triggers of the alert.',
    },
    routing: {
      type: 'object',
      properties: { passes: flag, source: text, reason: text },
      required: ['passes', 'source', 'reason'],
    },
    filters: rules('filters'),
    triggers: rules('triggers'),
    decision: {
      type: 'object',
      properties: { delivers: flag, reason: text },
      required: ['delivers', 'reason'],
    },
    deliveries: {
      type: 'array',
      description: 'The deliveries of the event.',
      items: {
        type: 'object',
        properties: {
          id: { ...text, description: 'The `webhook-id`.' },
          destinationId: text,
          state: { type: 'string', enum: ['pending', 'delivered', 'failed'] },
          attempts: { type: 'integer' },
          statusCode: { type: 'integer' },
          reason: text,
          timestamp: { type: 'integer' },
        },
        required: ['id', 'state', 'attempts', 'timestamp'],
      },
    },
  },
  required: ['alert', 'event', 'matches', 'routing', 'filters', 'triggers', 'decision', 'deliveries'],
};
