import { Button, Pill } from '@mantine/core';
import { textOfRule } from '../../../entities/conditions/rule-texts.js';
import { readRules, writeRules } from '../../../entities/conditions/rules.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import classes from '../explore.module.css';
import type { Explore } from '../use-explore.js';
import { toggled } from './quick-filter.js';

/** Every filter and condition that is set, each with a way to take it back. */
export function FilterStrip({ explore }: { explore: Explore }) {
  const t = useWords(exploreWords);
  const { chosen, queryFilter } = explore;
  const rules = readRules(queryFilter);
  if (chosen.size === 0 && queryFilter === '') return null;
  const chips = [...chosen].flatMap(([field, values]) =>
    values.map((value) => ({
      key: `${field} ${value}`,
      label: t('rule', { field: t(`field.${field}` as 'field.serviceType'), operator: t('op.is'), value }),
      remove: () => explore.choose(toggled(chosen, field, value)),
    })),
  );
  const conditions = rules
    ? rules.rules.map((rule, i) => ({
        key: `rule ${i} ${rule.field}`,
        label: textOfRule(rule),
        remove: () => explore.change({ queryFilter: writeRules({ ...rules, rules: rules.rules.toSpliced(i, 1) }) }),
      }))
    : [{ key: 'foreign', label: t('foreignQuery'), remove: () => explore.change({ queryFilter: '' }) }];
  return (
    <div className={classes.strip}>
      {[...chips, ...conditions].map(({ key, label, remove }) => (
        <Pill
          key={key}
          withRemoveButton
          onRemove={remove}
          removeButtonProps={{ 'aria-label': t('removeFilter', { name: label }), tabIndex: 0, 'aria-hidden': false }}
          className={classes.chip}
        >
          {label}
        </Pill>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => explore.change({ quickFilter: '', queryFilter: '' })}>
        {t('clear')}
      </Button>
    </div>
  );
}
