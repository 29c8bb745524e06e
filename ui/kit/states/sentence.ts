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
  return sentence(inWords(message.replace(PLACE, ''))) || t('unknown');
}

/** A property before a whole sentence: `extension.costCenter: Who pays?`, `destinations[0].config.endpoint: 10.0.0.1 is not allowed`. */
const PLACE = /^[a-z]\w*(?:\.\w+|\[\d+\])*: (?=[A-Z\d])/;

/** A property at the beginning of what the server says: `schema[2].dataType must be one of INT`. */
const PROPERTY = /^[a-z]\w*(?:\[\d+\])*(?:\.\w+(?:\[\d+\])*)*(?= must | is required| is not a known property)/;

/** Names the last part of the property, and the item of a list that it is in. */
function inWords(message: string): string {
  const [path] = PROPERTY.exec(message) ?? [];
  if (path === undefined) return message;
  const rest = message.slice(path.length + 1);
  const [, list, place, within = ''] = /^(?:.*\.)?(\w+)\[(\d+)\](.*)$/.exec(path) ?? [];
  const name = spaced((list === undefined ? path : within).split('.').at(-1) ?? '');
  const said = name === '' ? rest : `${name} ${rest}`;
  if (list === undefined) return said;
  return say(stateWords)('ofItem', { list: upperFirst(spaced(list)), place: Number(place) + 1, said });
}

/** Refusals of the server begin with the account that they are about; here they are said to the person that it belongs to. */
function refusalOf(message: string): string {
  const t = say(stateWords);
  const reason = message
    .replace(/^Principal: CatalogPrincipal\{name='.*?'\} (?=operations|may|is)/, 'You ')
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
