import { ClientError } from 'cairn/client';
import { say } from '../../words/define-words.js';
import { stateWords } from '../../words/states.js';

/** What went wrong, as a sentence for people. */
export function sentenceOf(error: unknown): string {
  const t = say(stateWords);
  const message = error instanceof Error ? error.message : String(error);
  const { status } = error instanceof ClientError ? error : {};
  if (status === 0) return t('unreachable');
  if (status === 403) {
    const [, right] = / may not (.+)$/.exec(message) ?? [];
    return right ? t('needsRight', { right }) : t('forbiddenText', { reason: sentence(message) });
  }
  return sentence(message) || t('unknown');
}

function sentence(message: string): string {
  const text = message.trim();
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
