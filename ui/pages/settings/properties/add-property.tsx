import { MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { addProperty, getTypeByName, listPolicyResources, listTypes } from 'cairn/client';
import type { CustomPropertyConfig } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { nameOfType } from '../../../entities/registry.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
import { FORMATS, KINDS, type Kind } from './kinds.js';

interface Typed {
  name: string;
  displayName: string;
  description: string;
  kind: Kind;
  /** Values of a choice, columns of a table; one a line. */
  lines: string;
  multiple: boolean;
  format: string;
  types: string[];
}

const NOTHING: Typed = {
  name: '',
  displayName: '',
  description: '',
  kind: 'string',
  lines: '',
  multiple: false,
  format: '',
  types: [],
};

export function AddProperty({ typeId, close }: { typeId: string; close(): void }) {
  const t = useWords(systemWords);
  const [typed, setTyped] = useState(NOTHING);
  const [tried, setTried] = useState(false);
  const kinds = useOperation(listTypes, { query: { category: 'field', limit: 100 } }).data?.value.data ?? [];
  const change = (part: Partial<Typed>) => setTyped((now) => ({ ...now, ...part }));
  const name = typed.name.trim();
  const description = typed.description.trim();
  async function run() {
    setTried(true);
    const kind = kinds.find((one) => one.name === typed.kind);
    if (name === '' || description === '' || !kind?.id || needsMore(typed)) return false;
    const config = configOf(typed);
    await cairn.call(addProperty, {
      params: { id: typeId },
      body: {
        name,
        description,
        propertyType: { id: kind.id, type: 'type' },
        ...(typed.displayName.trim() ? { displayName: typed.displayName.trim() } : {}),
        ...(config ? { customPropertyConfig: config } : {}),
      },
    });
    await refresh(getTypeByName);
    return true;
  }
  return (
    <AskDialog title={t('addProperty')} action={t('create')} close={close} run={run}>
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        required
        data-autofocus
        value={typed.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={tried && name === '' ? t('nameNeeded') : undefined}
      />
      <TextInput
        label={t('displayName')}
        value={typed.displayName}
        onChange={(event) => change({ displayName: event.currentTarget.value })}
      />
      <Textarea
        label={t('description')}
        required
        autosize
        minRows={2}
        value={typed.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={tried && description === '' ? t('descriptionNeeded') : undefined}
      />
      <Select
        label={t('kind')}
        allowDeselect={false}
        searchable
        value={typed.kind}
        onChange={(value) => change({ kind: KINDS.find((kind) => kind === value) ?? 'string', format: '' })}
        data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <ConfigFields typed={typed} change={change} tried={tried} />
    </AskDialog>
  );
}

interface ConfigProps {
  typed: Typed;
  change(part: Partial<Typed>): void;
  tried: boolean;
}

function ConfigFields({ typed, change, tried }: ConfigProps) {
  const t = useWords(systemWords);
  const { kind } = typed;
  const resources = useOperation(listPolicyResources, undefined).data?.value.data ?? [];
  const missing = tried && needsMore(typed) ? t('valuesNeeded') : undefined;
  const formats = FORMATS[kind];
  if (kind === 'enum' || kind === 'table-cp')
    return (
      <>
        <Textarea
          label={t(kind === 'enum' ? 'values' : 'columns')}
          description={t(kind === 'enum' ? 'valuesHelp' : 'columnsHelp')}
          required
          autosize
          minRows={3}
          value={typed.lines}
          onChange={(event) => change({ lines: event.currentTarget.value })}
          error={missing}
        />
        {kind === 'enum' ? (
          <Switch
            label={t('multiple')}
            checked={typed.multiple}
            onChange={(event) => change({ multiple: event.currentTarget.checked })}
          />
        ) : null}
      </>
    );
  if (formats)
    return (
      <Select
        label={t('format')}
        allowDeselect={false}
        value={typed.format || (formats[0] ?? null)}
        onChange={(value) => change({ format: value ?? '' })}
        data={[...formats]}
      />
    );
  if (kind === 'entityReference' || kind === 'entityReferenceList')
    return (
      <MultiSelect
        label={t('typesOfLinks')}
        required
        searchable
        value={typed.types}
        onChange={(types) => change({ types })}
        data={resources
          .flatMap(({ name }) => (name && name.toLowerCase() !== 'all' ? [name] : []))
          .map((value) => ({ value, label: nameOfType(value) }))}
        error={missing}
      />
    );
  return null;
}

function linesOf({ lines }: Typed): string[] {
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function needsMore(typed: Typed): boolean {
  const { kind, types } = typed;
  if (kind === 'enum' || kind === 'table-cp') return linesOf(typed).length === 0;
  return (kind === 'entityReference' || kind === 'entityReferenceList') && types.length === 0;
}

function configOf(typed: Typed): CustomPropertyConfig | undefined {
  const { kind, multiple, format, types } = typed;
  if (kind === 'enum') return { config: { values: linesOf(typed), multiSelect: multiple } };
  if (kind === 'table-cp') return { config: { columns: linesOf(typed) } };
  if (kind === 'entityReference' || kind === 'entityReferenceList') return { config: types };
  const first = FORMATS[kind]?.[0];
  return first === undefined ? undefined : { config: format || first };
}
