import { Menu } from '@mantine/core';
import { Check, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { editField } from '../../data/editing/edit.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import type { EntityView, FactChoice } from '../entity-page.js';
import classes from './fields.module.css';

interface Props {
  view: EntityView;
  label: string;
  choice: FactChoice;
  /** The value as others see it; where they see none, the name of the option is shown. */
  children: ReactNode;
}

/** A fact with few possible values, among which whoever may edit the entity chooses. */
export function ChoiceField({ view: { entity, target }, label, choice: { field, options }, children }: Props) {
  const t = useWords(entityWords);
  const now = entity[field] ?? false;
  const all = options();
  return (
    <div className={classes.field}>
      <div className={classes.grow}>
        {children ?? all.find(([value]) => value === now)?.[1] ?? <span className={classes.none}>{t('noTags')}</span>}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <button type="button" className={classes.open} aria-label={t('changeFact', { fact: label })}>
            <Pencil size={14} />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {all.map(([value, name]) => (
            <Menu.Item
              key={name}
              aria-current={value === now}
              rightSection={value === now ? <Check size={14} aria-hidden /> : null}
              onClick={() => void (value === now || editField(target, `/${field}`, value))}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
