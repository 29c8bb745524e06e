import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import {
  createGlossaryTermRelationType,
  listGlossaryTermRelationTypes,
  updateGlossaryTermRelationType,
} from 'cairn/client';
import type { GlossaryTermRelationType as Relation } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../../words/define-words.js';
import { relationWords } from '../../../words/settings/relations.js';

interface Props {
  /** All relations there are, one of which can be the inverse. */
  all: readonly Relation[];
  /** The one to change; none: a new one. */
  relation?: Relation;
  close(): void;
}

const NEW: Relation = { name: '', displayName: '', category: 'associative', isCrossGlossaryAllowed: true };
const CATEGORIES = ['associative', 'hierarchical', 'equivalence'] as const;

export function RelationDialog({ all, relation, close }: Props) {
  const t = useWords(relationWords);
  const [typed, setTyped] = useState(relation ?? NEW);
  const [tried, setTried] = useState(false);
  const change = (part: Partial<Relation>) => setTyped((now) => ({ ...now, ...part }));
  const [goodName, goodTitle] = [/^[a-zA-Z][a-zA-Z0-9]*$/.test(typed.name), typed.displayName.trim() !== ''];
  async function run() {
    setTried(true);
    if (!goodName || !goodTitle) return false;
    if (relation) await cairn.call(updateGlossaryTermRelationType, { params: { name: relation.name }, body: typed });
    else await cairn.call(createGlossaryTermRelationType, { body: typed });
    return refresh(listGlossaryTermRelationTypes);
  }
  const flag = (key: 'isSymmetric' | 'isTransitive' | 'isCrossGlossaryAllowed', label: string) => (
    <Switch
      label={label}
      checked={typed[key] ?? key === 'isCrossGlossaryAllowed'}
      onChange={(event) => change({ [key]: event.currentTarget.checked })}
    />
  );
  return (
    <AskDialog
      title={relation ? t('edit', { name: relation.displayName }) : t('add')}
      action={t(relation ? 'save' : 'create')}
      close={close}
      run={run}
    >
      {relation ? null : (
        <TextInput
          label={t('name')}
          description={t('nameHelp')}
          required
          data-autofocus
          error={tried && !goodName ? t('nameNeeded') : undefined}
          value={typed.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      )}
      <TextInput
        label={t('displayName')}
        required
        error={tried && !goodTitle ? t('displayNeeded') : undefined}
        value={typed.displayName}
        onChange={(event) => change({ displayName: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        value={typed.description ?? ''}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      <Select
        label={t('category')}
        allowDeselect={false}
        value={typed.category}
        onChange={(next) => change({ category: CATEGORIES.find((one) => one === next) ?? typed.category })}
        data={CATEGORIES.map((one) => ({ value: one, label: t(`category.${one}`) }))}
      />
      {typed.isSymmetric ? null : (
        <Select
          label={t('inverse')}
          description={t('inverseHelp')}
          clearable
          clearButtonProps={{ 'aria-hidden': true, tabIndex: -1 }}
          placeholder={t('same')}
          value={typed.inverseRelation ?? null}
          onChange={(next) =>
            setTyped(({ inverseRelation: _, ...now }) => (next ? { ...now, inverseRelation: next } : now))
          }
          data={all.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        />
      )}
      {flag('isSymmetric', t('symmetric'))}
      {flag('isTransitive', t('transitive'))}
      {flag('isCrossGlossaryAllowed', t('crossGlossary'))}
    </AskDialog>
  );
}
