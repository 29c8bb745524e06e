import { expect, it } from 'vitest';
import { scheduleText } from './schedule.js';

it.each([
  ['0 2 * * *', 'Every day at 2:00 AM'],
  ['30 14 * * *', 'Every day at 2:30 PM'],
  ['@daily', 'Every day at 12:00 AM'],
  ['0 * * * *', 'Every hour'],
  ['15 * * * *', 'Every hour, 15 minutes past'],
  ['* * * * *', 'Every minute'],
  ['*/10 * * * *', 'Every 10 minutes'],
  ['0 6 * * 1', 'Every Monday at 6:00 AM'],
  ['0 6 * * 7', 'Every Sunday at 6:00 AM'],
  ['0 6 * * 1-5', 'Monday to Friday at 6:00 AM'],
  ['0 6 1 * *', 'On day 1 of every month at 6:00 AM'],
  // What has no plain words stays as it is.
  ['0 6 1 1 *', '0 6 1 1 *'],
  ['0,30 6-9 * * *', '0,30 6-9 * * *'],
  ['*-5 * * * *', '*-5 * * * *'],
  ['when asked', 'when asked'],
  ['', ''],
])('%s is %s', (cron, words) => {
  expect(scheduleText(cron).replaceAll('\u202f', ' ')).toBe(words);
});

it('names the zone of its times, which may not be that of the person', () => {
  expect(scheduleText('0 2 * * *', 'UTC').replaceAll('\u202f', ' ')).toBe('Every day at 2:00 AM UTC');
  expect(scheduleText('0 * * * *', 'UTC')).toBe('Every hour');
});
