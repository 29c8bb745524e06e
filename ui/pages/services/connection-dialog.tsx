import { PasswordInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { edit } from '../../data/editing/edit.js';
import type { EntityView } from '../../entities/entity-page.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { NumberField } from '../../kit/number-field.js';
import { useWords } from '../../words/define-words.js';
import { serviceWords } from '../../words/services.js';
import { changesOf, isSecret, keyOfLeaf, type Leaf, type LeafValue, labelOf } from './connection-values.js';

interface Props {
  view: EntityView;
  leaves: readonly Leaf[];
  close(): void;
}

/** Changes the values that a connection has. Secrets are only written. */
export function ConnectionDialog({ view, leaves, close }: Props) {
  const t = useWords(serviceWords);
  const [typed, setTyped] = useState<Readonly<Record<string, LeafValue>>>({});
  return (
    <AskDialog
      title={t('edit')}
      action={t('save')}
      close={close}
      run={async () => void edit(view.target, changesOf(leaves, typed))}
    >
      {leaves.map((leaf) => {
        const key = keyOfLeaf(leaf);
        return (
          <LeafInput
            key={key}
            leaf={leaf}
            value={typed[key] ?? leaf.value}
            change={(value) => setTyped((now) => ({ ...now, [key]: value }))}
          />
        );
      })}
    </AskDialog>
  );
}

function LeafInput({ leaf, value, change }: { leaf: Leaf; value: LeafValue; change(value: LeafValue): void }) {
  const t = useWords(serviceWords);
  const label = labelOf(leaf);
  if (typeof leaf.value === 'boolean')
    return <Switch label={label} checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />;
  if (typeof leaf.value === 'number')
    return (
      <NumberField label={label} value={Number(value)} onChange={(next) => typeof next === 'number' && change(next)} />
    );
  const text = {
    label,
    autoComplete: 'off',
    value: String(value),
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  };
  return isSecret(leaf) ? (
    <PasswordInput {...text} autoComplete="new-password" description={t('secretHelp')} />
  ) : (
    <TextInput {...text} />
  );
}
