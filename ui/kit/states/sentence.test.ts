import { ClientError } from 'cairn/client';
import { describe, expect, it } from 'vitest';
import { sentenceOf } from './sentence.js';

const ASK = 'Ask an administrator for access.';

describe('a refusal', () => {
  it.each([
    [
      "Principal: CatalogPrincipal{name='lena'} operations [EditTags] not allowed",
      'This requires the right Edit tags, which an administrator can grant.',
    ],
    ["Principal: CatalogPrincipal{name='lena'} is not admin", 'Only administrators may do this.'],
    [
      "Principal: CatalogPrincipal{name='lena'} operations [Delete] not allowed on 3 tables below databaseSchema a.b.c",
      `You may not delete on 3 tables below databaseSchema a.b.c. ${ASK}`,
    ],
    [
      "Principal: CatalogPrincipal{name='o'hara'} may not change the comment of somebody else",
      `You may not change the comment of somebody else. ${ASK}`,
    ],
    ["Principal: CatalogPrincipal{name='lena'} may only see their own jobs", `You may only see your own jobs. ${ASK}`],
    [
      "Principal: CatalogPrincipal{name='lena'} is not a reviewer of Shop, and only reviewers may set entityStatus to Approved",
      `You are not a reviewer of Shop, and only reviewers may set entityStatus to Approved. ${ASK}`,
    ],
    ['the token has no access here', `The token has no access here. ${ASK}`],
  ])('%s', (message, said) => {
    const details = { errorType: 'FORBIDDEN', requestId: null, retryAfterSeconds: null, operation: 'any', body: null };
    const error = new ClientError(message, { status: 403, ...details });
    expect(sentenceOf(error)).toBe(said);
  });
});

describe('a property that was refused', () => {
  it.each([
    ['validityPeriod must be a number of days, such as P1D', 'Validity period must be a number of days, such as P1D.'],
    ['request.serviceType is required', 'Service type is required.'],
    ['schema[2].dataType must be one of INT', 'Schema, item 3: data type must be one of INT.'],
    ['ignoredEntities[0] must be a string', 'Ignored entities, item 1: must be a string.'],
    ['name must have at most 256 characters', 'Name must have at most 256 characters.'],
    ['extension.costCenter: Who pays?', 'Who pays?'],
    ['destinations[0].config.endpoint: 127.0.0.1 is not a public address', '127.0.0.1 is not a public address.'],
    ['destinations[0].config.endpoint: The host is not known', 'The host is not known.'],
    ['warehouse.analytics is being deleted', 'Warehouse.analytics is being deleted.'],
  ])('%s', (message, said) => expect(sentenceOf(new Error(message))).toBe(said));
});
