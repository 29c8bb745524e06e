import { describe, expect, test } from 'vitest';
import { endOfQuiet, problemOfTiming, readDigest, readQuietHours } from './timing-config.js';

const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString().slice(0, 16);
const end = (quietHours: object, time: string) => iso(endOfQuiet(at(time), readQuietHours({ quietHours })!));

describe('quiet hours', () => {
  const night = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' };

  test.each([
    // Winter time is an hour ahead of UTC, summer time two.
    ['in the evening', night, '2026-01-10T21:30:00Z', '2026-01-11T06:00'],
    ['after midnight', night, '2026-01-11T02:00:00Z', '2026-01-11T06:00'],
    ['by day', night, '2026-01-10T12:00:00Z', '2026-01-10T12:00'],
    ['at their first minute', night, '2026-01-10T21:00:00Z', '2026-01-11T06:00'],
    ['at their end', night, '2026-01-11T06:00:00Z', '2026-01-11T06:00'],
    ['an hour shorter in spring', night, '2026-03-28T21:30:00Z', '2026-03-29T05:00'],
    ['an hour longer in autumn', night, '2026-10-24T20:30:00Z', '2026-10-25T06:00'],
    ['that end when the clock skips', { ...night, to: '02:30' }, '2026-03-28T22:00:00Z', '2026-03-29T01:30'],
    ['of some days only', { ...night, days: ['Friday'] }, '2026-01-10T23:30:00Z', '2026-01-10T23:30'],
    ['after midnight of the day before', { ...night, days: ['Friday'] }, '2026-01-10T02:00:00Z', '2026-01-10T06:00'],
    [
      'of whole days, one after the other',
      { from: '00:00', to: '00:00', days: ['Saturday', 'Sunday'] },
      '2026-01-10T12:00:00Z',
      '2026-01-12T00:00',
    ],
    ['in UTC without a time zone', { from: '08:00', to: '09:30' }, '2026-01-10T08:59:30Z', '2026-01-10T09:30'],
  ])('%s', (_, quiet, time, expected) => {
    expect(end(quiet, time)).toBe(expected);
  });

  test('of all days end at some time', () => {
    const always = { from: '00:00', to: '00:00' };
    expect(endOfQuiet(at('2026-01-10T12:00:00Z'), readQuietHours({ quietHours: always })!)).toBeGreaterThan(
      at('2026-01-17T12:00:00Z'),
    );
  });
});

test.each([
  [{ digest: '0s' }, 'Slack', 'digest must be a duration'],
  [{ digest: 60 }, 'Slack', 'digest must be a duration'],
  [{ digest: '8d' }, 'Email', 'digest must be a duration'],
  [{ digest: '1h' }, 'Webhook', 'not for Webhook'],
  [{ quietHours: { from: '22:00', to: '07:00' } }, 'Webhook', 'not for Webhook'],
  [{ quietHours: true }, 'Slack', 'must be an object'],
  [{ quietHours: { from: '22:00' } }, 'Slack', 'quietHours.to'],
  [{ quietHours: { from: '24:00', to: '07:00' } }, 'Slack', 'quietHours.from'],
  [{ quietHours: { from: '22:00', to: '07:00', timeZone: 'Mars/Base' } }, 'Slack', 'timeZone'],
  [{ quietHours: { from: '22:00', to: '07:00', timeZone: 5 } }, 'Slack', 'timeZone'],
  [{ quietHours: { from: '22:00', to: '07:00', days: ['Fri'] } }, 'Slack', 'days'],
  [{ quietHours: { from: '22:00', to: '07:00', days: [] } }, 'Slack', 'days'],
  [{ quietHours: { from: '22:00', to: '07:00', zone: 'UTC' } }, 'Slack', 'zone is unknown'],
])('%j of %s is refused', (config, type, rule) => {
  expect(problemOfTiming(config, type)).toContain(rule);
});

test('what is right is read', () => {
  const config = { digest: '15m', quietHours: { from: '22:00', to: '07:00', days: ['Monday', 'Sunday'] } };
  expect(problemOfTiming(config, 'Email')).toBeNull();
  expect(readDigest(config)).toBe(900_000);
  expect(readQuietHours(config)).toEqual({ from: 1320, to: 420, timeZone: 'UTC', days: [1, 0] });
  expect([readDigest({}), readQuietHours({}), problemOfTiming({}, 'Webhook')]).toEqual([null, null, null]);
});
