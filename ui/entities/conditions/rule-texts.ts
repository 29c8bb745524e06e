import { say } from '../../words/define-words.js';
import { exploreWords } from '../../words/explore.js';
import type { Rule } from './rules.js';

/** A condition as people say it, such as "Owner is Data Platform". */
export function textOfRule({ field, operator, value }: Rule): string {
  const t = say(exploreWords) as (key: string, values?: Record<string, string>) => string;
  return t('rule', { field: t(`field.${field}`), operator: t(`op.${operator}`), value }).trim();
}
