import { useState } from 'react';
import { Conditions, NEW_RULE } from '../../../entities/conditions/conditions.js';
import { type Rules, readRules } from '../../../entities/conditions/rules.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import classes from '../explore.module.css';

interface Props {
  /** The query of the address. */
  given: string;
  /** The types that are searched. */
  index: string;
  close(): void;
  apply(rules: Rules): void;
}

const WIDTH = 720;

/** The conditions of the address, to change them. */
export function QueryBuilder({ given, index, close, apply }: Props) {
  const t = useWords(exploreWords);
  const known = readRules(given);
  const [rules, setRules] = useState<Rules>(known ?? { join: 'all', rules: [] });
  const shown: Rules = known && known.rules.length > 0 ? known : { join: 'all', rules: [NEW_RULE] };
  return (
    <AskDialog title={t('advancedTitle')} action={t('apply')} size={WIDTH} close={close} run={async () => apply(rules)}>
      <p className={classes.soft}>{known ? t('advancedText') : t('foreignText')}</p>
      <Conditions given={shown} index={index} change={setRules} />
    </AskDialog>
  );
}
