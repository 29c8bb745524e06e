// Places where a rule of the house does not hold, each with its reason: `{ path, rule, reason }`.
export const EXCEPTIONS = [
  {
    path: 'src/http/openapi/describe-operation.ts',
    rule: 'type-name',
    reason: "'query' is a place of parameters in OpenAPI here",
  },
];
