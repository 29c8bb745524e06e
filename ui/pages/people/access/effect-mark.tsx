import { Check, CircleHelp, CircleSlash, Minus } from 'lucide-react';
import { useWords } from '../../../words/define-words.js';
import { accessWords } from '../../../words/people/access.js';
import classes from '../people.module.css';

const SIGNS = { allow: Check, deny: CircleSlash, depends: CircleHelp, skipped: Minus };

/** What a rule does, as sign, word and colour. */
export function EffectMark({ effect }: { effect: keyof typeof SIGNS }) {
  const t = useWords(accessWords);
  const Sign = SIGNS[effect];
  return (
    <span className={classes.effect} data-effect={effect}>
      <Sign size={12} aria-hidden />
      {t(effect === 'depends' ? 'dependsShort' : effect)}
    </span>
  );
}
