import { redeliverAlertEvents } from 'cairn/client';
import { cairn } from '../../../data/client.js';
import { tell } from '../../../kit/states/tell.js';
import { useAction } from '../../../kit/states/use-action.js';
import { alertDetailWords } from '../../../words/alerts/alert-detail.js';
import { useWords } from '../../../words/define-words.js';

/** Sends deliveries of an alert again: those of one event, or all that failed. */
export function useRedeliver(id: string) {
  const t = useWords(alertDetailWords);
  const { busy, run } = useAction();
  const redeliver = (body: { eventId?: string }) =>
    run(
      async () => {
        const { redelivered } = await cairn.call(redeliverAlertEvents, { params: { id }, body });
        tell({
          message: redelivered > 0 ? t('redelivered', { count: redelivered }) : t('notRedelivered'),
        });
      },
      { failed: t('notRedelivered') },
    );
  return { busy, redeliver };
}
