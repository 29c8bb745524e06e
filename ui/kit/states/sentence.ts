import { ClientError } from 'cairn/client';
import { say } from '../../words/define-words.js';
import { spaced, upperFirst } from '../../words/format.js';
import { stateWords } from '../../words/states.js';

/** What went wrong, as a sentence for people. */
export function sentenceOf(error: unknown): string {
  const t = say(stateWords);
  const message = error instanceof Error ? error.message : String(error);
  const { status } = error instanceof ClientError ? error : {};
  if (status === 0) return t('unreachable');
  if (status === 403) return refusalOf(message);
  return sentence(message) || t('unknown');
}

/** Refusals of the server begin with the account that they are about; here they are said to the person that it belongs to. */
function refusalOf(message: string): string {
  const t = say(stateWords);
  const reason = message
    .replace(/^principal:? (CatalogPrincipal\{name='.*?'\}|\S+) (?=operations|may|is)/i, 'You ')
    .replace(/^You operations \[(.+?)\] not allowed/, 'You may not $1')
    .replace(/^You is /, 'You are ')
    .replace(/ their own /, ' your own ');
  const [, rights, where] = /^You may not ([A-Z]\w*(?:, [A-Z]\w*)*)( .+)?$/.exec(reason) ?? [];
  if (rights && !where) return t('needsRight', { right: spaced(rights) });
  if (reason === 'You are not admin') return t('forAdmins');
  return t('forbiddenText', {
    reason: sentence(rights ? reason.replace(rights, spaced(rights).toLowerCase()) : reason),
  });
}

function sentence(message: string): string {
  const text = message.trim();
  return text === '' ? '' : `${upperFirst(text)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
