/** Schedules as sentences. */
import { defineWords, say } from './define-words.js';
import { formatDate } from './format.js';

const scheduleWords = defineWords('schedule', {
  minutes_one: 'Every minute',
  minutes_other: 'Every {{count}} minutes',
  hourly: 'Every hour, {{minute}} minutes past',
  onTheHour: 'Every hour',
  daily: 'Every day at {{time}}',
  weekly: 'Every {{day}} at {{time}}',
  workdays: 'Monday to Friday at {{time}}',
  monthly: 'On day {{day}} of every month at {{time}}',
});

const NAMED: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
};
const NUMBER = /^\d{1,2}$/;
const A_SUNDAY = Date.UTC(2026, 0, 4);
const DAY = 86_400_000;

/** Where the clock is that starts the jobs of the server. */
export const SERVER_ZONE = 'UTC';

/** A cron pattern in words; a rare one as it is. `zone`: where its times are meant, if that is known. */
export function scheduleText(cron: string, zone = ''): string {
  const t = say(scheduleWords);
  const [minute = '', hour = '', day, month, weekday = '', ...rest] = (NAMED[cron] ?? cron).trim().split(/\s+/);
  if (rest.length > 0 || month !== '*') return cron;
  const anyDay = day === '*' && weekday === '*';
  const [, step] = /^\*(?:\/(\d+))?$/.exec(minute) ?? [];
  if (anyDay && hour === '*') {
    if (/^\*/.test(minute)) return /^\*$|^\*\/\d+$/.test(minute) ? t('minutes', { count: Number(step ?? 1) }) : cron;
    if (NUMBER.test(minute)) return minute === '0' ? t('onTheHour') : t('hourly', { minute });
  }
  if (!NUMBER.test(minute) || !NUMBER.test(hour)) return cron;
  const at = A_SUNDAY + (Number(hour) * 60 + Number(minute)) * 60_000;
  const time = `${formatDate(at, { timeStyle: 'short', timeZone: 'UTC' })} ${zone}`.trim();
  if (anyDay) return t('daily', { time });
  if (day === '*' && weekday === '1-5') return t('workdays', { time });
  if (day === '*' && /^[0-7]$/.test(weekday)) {
    const name = formatDate(A_SUNDAY + (Number(weekday) % 7) * DAY, { weekday: 'long', timeZone: 'UTC' });
    return t('weekly', { day: name, time });
  }
  return NUMBER.test(day ?? '') && weekday === '*' ? t('monthly', { day, time }) : cron;
}
