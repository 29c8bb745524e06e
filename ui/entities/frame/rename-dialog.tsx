import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useNavigate } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { queryClient } from '../../data/query-client.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { tell } from '../../kit/states/tell.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { entityOperations } from '../entity-operations.js';
import type { EntityPage, EntityView } from '../entity-page.js';

interface EntityProps {
  page: EntityPage;
  view: EntityView;
  close(): void;
}

/** Renames the entity of a page, which then has another address. */
export function RenameEntity({ page, view: { type, entity }, close }: EntityProps) {
  const navigate = useNavigate();
  async function rename(name: string) {
    const body = [{ op: 'replace' as const, path: '/name', value: name }];
    const renamed = await cairn.call(entityOperations(page.path).patch, { params: { id: entity.id }, body });
    // Away from the old name first, which nothing answers any more.
    await navigate(addressOf(type, renamed.fullyQualifiedName), { replace: true });
    // Lists, trees and references anywhere can show it or what lies below it. What was asked by the old name has no answer.
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isNamed(queryKey, entity.fullyQualifiedName) });
  }
  return <RenameDialog name={entity.name} close={close} rename={rename} />;
}

/** Whether a name, or that of something below it, is among the values, also in links such as `<#E::tag::PII.Sensitive>`. */
function isNamed(value: unknown, fqn: string): boolean {
  if (typeof value === 'string')
    return value === fqn || value.startsWith(`${fqn}.`) || value.includes(`::${fqn}>`) || value.includes(`::${fqn}.`);
  return value !== null && typeof value === 'object' && Object.values(value).some((one) => isNamed(one, fqn));
}

interface Props {
  name: string;
  close(): void;
  rename(name: string): Promise<unknown>;
}

/** Changes the name by which others refer to it. */
export function RenameDialog({ name, close, rename }: Props) {
  const t = useWords(entityWords);
  const [text, setText] = useState(name);
  const [missing, setMissing] = useState(false);
  async function run() {
    const next = text.trim();
    setMissing(next === '');
    if (next === '') return false;
    if (next === name) return true;
    await rename(next);
    tell({ message: t('renamed', { name: next }) });
    return true;
  }
  return (
    <AskDialog title={t('renameTitle', { name })} action={t('renameButton')} close={close} run={run}>
      <p>{t('renameText')}</p>
      <TextInput
        label={t('name')}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={missing ? t('nameNeeded') : undefined}
      />
    </AskDialog>
  );
}
