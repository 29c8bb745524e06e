import { notifications } from '@mantine/notifications';
import { say } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';

interface News {
  message: string;
  title?: string;
  /** Something went wrong. */
  failed?: boolean;
}

/** Tells something in a corner of the page for a while. */
export function tell({ message, title, failed = false }: News): void {
  notifications.show({
    message,
    ...(title === undefined ? {} : { title }),
    ...(failed ? { color: 'red' } : {}),
    closeButtonProps: { 'aria-label': say(kitWords)('close') },
  });
}
