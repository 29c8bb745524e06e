import { ActionIcon, Button } from '@mantine/core';
import { deleteGlossaryTermRelationType, listGlossaryTermRelationTypes } from 'cairn/client';
import type { GlossaryTermRelationType as Relation } from 'cairn/contract';
import { Link2, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useMe } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { PageHead } from '../../../kit/page-head.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { relationWords } from '../../../words/settings/relations.js';
import classes from '../settings.module.css';
import { RelationDialog } from './relation-dialog.js';

const MOST = 1000;

type Asking = { what: 'add' } | { what: 'edit' | 'remove'; relation: Relation };

/** The relations that terms of glossaries can have. */
export function RelationsPage() {
  const t = useWords(relationWords);
  const answer = useOperation(listGlossaryTermRelationTypes, { query: { limit: MOST } });
  const { isAdmin = false } = useMe(); // others may see the relations, since they choose among them
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const all = answer.data?.value.data ?? [];
  return (
    <>
      <PageHead
        title={t('title')}
        about={t('about')}
        action={
          isAdmin && answer.data ? (
            <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAsking({ what: 'add' })}>
              {t('add')}
            </Button>
          ) : null
        }
      />
      <Async of={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Link2} title={t('none')} />
          ) : (
            <ul className={classes.list} aria-label={t('title')}>
              {data.map((relation) => (
                <RelationItem
                  key={relation.name}
                  relation={relation}
                  all={data}
                  ask={isAdmin ? setAsking : undefined}
                />
              ))}
            </ul>
          )
        }
      </Async>
      {asking?.what === 'add' ? <RelationDialog all={all} close={close} /> : null}
      {asking?.what === 'edit' ? <RelationDialog all={all} relation={asking.relation} close={close} /> : null}
      {asking?.what === 'remove' ? <RemoveDialog relation={asking.relation} close={close} /> : null}
    </>
  );
}

interface ItemProps {
  relation: Relation;
  all: readonly Relation[];
  /** Without it, nothing can be changed. */
  ask: ((asking: Asking) => void) | undefined;
}

function RelationItem({ relation, all, ask }: ItemProps) {
  const t = useWords(relationWords);
  const { name, displayName, description, category, inverseRelation, isSymmetric, isTransitive } = relation;
  const inverse = all.find((one) => one.name === inverseRelation)?.displayName ?? inverseRelation;
  const says = [
    t(`category.${category}`),
    inverse ? `${t('inverse')}: ${inverse}` : isSymmetric ? t('symmetric') : '',
    isTransitive ? t('transitive') : '',
  ].filter(Boolean);
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <span>
          <strong>{displayName}</strong> <code>{name}</code>{' '}
          {relation.isSystemDefined ? <span className={classes.soft}>{t('builtIn')}</span> : null}
        </span>
        {ask ? (
          <span className={classes.actions}>
            <ActionIcon aria-label={t('edit', { name: displayName })} onClick={() => ask({ what: 'edit', relation })}>
              <Pencil size={14} aria-hidden />
            </ActionIcon>
            {relation.isSystemDefined ? null : (
              <ActionIcon
                aria-label={t('remove', { name: displayName })}
                onClick={() => ask({ what: 'remove', relation })}
              >
                <Trash2 size={14} aria-hidden />
              </ActionIcon>
            )}
          </span>
        ) : null}
      </div>
      {description ? <span>{description}</span> : null}
      <span className={classes.soft}>{says.join(' · ')}</span>
    </li>
  );
}

function RemoveDialog({ relation: { name, displayName }, close }: { relation: Relation; close(): void }) {
  const t = useWords(relationWords);
  async function run() {
    await cairn.call(deleteGlossaryTermRelationType, { params: { name } });
    await refresh(listGlossaryTermRelationTypes);
  }
  return (
    <AskDialog
      title={t('removeTitle', { name: displayName })}
      action={t('removeAction')}
      dangerous
      close={close}
      run={run}
    >
      <p>{t('removeText')}</p>
    </AskDialog>
  );
}
