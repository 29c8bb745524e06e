// Places where a rule of the house does not hold, each with its reason: `{ path, rule, reason }`.
export const EXCEPTIONS = [];
