import { ActionIcon, Select } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { addGlossaryTermRelation, getGlossaryTermByName, removeGlossaryTermRelation } from 'cairn/client';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { ReferenceChip } from '../../../entities/fields/chips.js';
import { Picker } from '../../../entities/fields/picker.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Panel } from '../../../kit/panel.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';
import { titleOfRelation, useRelationTypes } from '../parts/relation-titles.js';
import { termType } from '../types.js';
import type { TermView } from './term-overview.js';

const USUAL = 'relatedTo';

/** Terms that it is related to, and how. */
export function RelatedTerms({ view }: { view: TermView }) {
  const t = useWords(governWords);
  const [opened, setOpened] = useState(false);
  const [kind, setKind] = useState(USUAL);
  const types = useRelationTypes() ?? [];
  const { id, relatedTerms = [] } = view.entity;
  const allowed = view.may('EditAll');
  async function run(work: Promise<unknown>) {
    try {
      await work;
      await refresh(getGlossaryTermByName);
    } catch (error) {
      notifications.show({ message: sentenceOf(error), color: 'red' });
    }
  }
  return (
    <Panel
      title={t('related')}
      action={
        allowed ? (
          <Picker
            label={t('addRelation')}
            find={t('findTerms')}
            index={termType.type}
            chosen={[]}
            single
            opened={opened}
            setOpened={setOpened}
            onSave={([choice]) => {
              if (!choice) return;
              const term = { id: choice.key, type: choice.type };
              const body = { relationType: kind, term };
              void run(cairn.call(addGlossaryTermRelation, { params: { id }, body }));
            }}
          >
            <Plus size={16} aria-hidden />
          </Picker>
        ) : undefined
      }
    >
      {relatedTerms.length === 0 ? <p className={classes.soft}>{t('noRelated')}</p> : null}
      <ul className={classes.lines}>
        {relatedTerms.map(({ relationType, term }) => (
          <li key={`${relationType} ${term.id}`} className={classes.line}>
            <span className={classes.soft}>{titleOfRelation(relationType, types)}</span>
            <ReferenceChip reference={term} />
            {allowed ? (
              <ActionIcon
                size={24}
                aria-label={t('removeRelation', { name: nameOf(term) })}
                onClick={() =>
                  void run(
                    cairn.call(removeGlossaryTermRelation, {
                      params: { id, toTermId: term.id },
                      query: relationType === undefined ? {} : { relationType },
                    }),
                  )
                }
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
      {allowed && types.length > 0 ? (
        <Select
          size="xs"
          label={t('relationType')}
          allowDeselect={false}
          value={kind}
          onChange={(value) => setKind(value ?? USUAL)}
          data={types.map(({ name, displayName }) => ({ value: name, label: displayName || name }))}
        />
      ) : null}
    </Panel>
  );
}
