// Each kind of destination that an alert can have is one that something sends, and the other way round.
import { afterAll, expect, it } from 'vitest';
import { DESTINATION_KINDS } from '../../../src/entities/index.js';
import { openDestinations } from './receiver.js';

const destinations = openDestinations();
afterAll(() => destinations.close());

it('declares every kind of destination that is sent', () => {
  const sent = destinations.all.map(({ type }) => type);
  expect(sent.sort()).toEqual(Object.keys(DESTINATION_KINDS).sort());
});
