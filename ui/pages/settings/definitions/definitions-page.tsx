import { Button, Select, Switch, Textarea } from '@mantine/core';
import { createTestDefinition, listTestDefinitions, patchTestDefinition } from 'cairn/client';
import type { TestDefinition } from 'cairn/contract';
import { CircleCheck, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { useMay, useMayOn } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { CreateDialog, type Named } from '../../../entities/create-dialog.js';
import { nameOf } from '../../../entities/fields/values.js';
import { FindField } from '../../../kit/lists/find-field.js';
import { type Column, Grid } from '../../../kit/lists/grid.js';
import { PageHead } from '../../../kit/page-head.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { plainText } from '../../../kit/texts/markdown.js';
import { useWords } from '../../../words/define-words.js';
import { sentenceCase } from '../../../words/format.js';
import { definitionWords } from '../../../words/settings/definitions.js';
import classes from '../settings.module.css';

const MOST = 1000;

/** What tests can check, which of it is offered, and new kinds. */
export function DefinitionsPage() {
  const t = useWords(definitionWords);
  const [text, setText] = useSearchState('q');
  const [adding, setAdding] = useState(false);
  const mayCreate = useMay('testDefinition', 'Create') !== 'no';
  const answer = useOperation(listTestDefinitions, { query: { limit: MOST } });
  const wanted = text.trim().toLowerCase();
  return (
    <>
      <PageHead
        title={t('title')}
        about={t('about')}
        action={
          mayCreate ? (
            <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
              {t('add')}
            </Button>
          ) : null
        }
      />
      <FindField className={classes.find} label={t('find')} value={text} onChange={setText} />
      <Async of={answer}>
        {({ data }) => {
          const found = data.filter((one) => `${titleOf(one)} ${one.description}`.toLowerCase().includes(wanted));
          if (found.length === 0) return <Empty icon={CircleCheck} title={t('noneFound', { text })} />;
          return <Definitions rows={found} />;
        }}
      </Async>
      {adding ? <AddDefinition close={() => setAdding(false)} /> : null}
    </>
  );
}

function titleOf(one: TestDefinition): string {
  return sentenceCase(nameOf(one));
}

function Definitions({ rows }: { rows: readonly TestDefinition[] }) {
  const t = useWords(definitionWords);
  const columns: Column<TestDefinition>[] = [
    { key: 'name', title: t('name'), width: 'minmax(160px, 1.5fr)', sort: titleOf, cell: titleOf },
    {
      key: 'of',
      title: t('of'),
      width: '90px',
      sort: ({ entityType }) => entityType,
      cell: ({ entityType }) => (entityType ? t(`of.${entityType}`) : null),
    },
    {
      key: 'dimension',
      title: t('dimension'),
      width: '130px',
      wideOnly: true,
      sort: ({ dataQualityDimension }) => dataQualityDimension,
      cell: ({ dataQualityDimension: one }) => (one === undefined || one === 'NoDimension' ? t('none') : one),
    },
    {
      key: 'description',
      title: t('description'),
      width: 'minmax(0, 3fr)',
      wideOnly: true,
      cell: ({ description }) => plainText(description ?? '').slice(0, 200),
    },
    { key: 'enabled', title: t('enabled'), width: '90px', cell: (row) => <EnabledSwitch definition={row} /> },
  ];
  return (
    <Grid label={t('title')} columns={columns} rows={rows} rowKey={({ id, name }) => id ?? name} rowName={titleOf} />
  );
}

function EnabledSwitch({ definition }: { definition: TestDefinition }) {
  const t = useWords(definitionWords);
  const { busy, run } = useAction();
  const { id = '', enabled = true } = definition;
  const may = useMayOn('testDefinition', id, 'EditAll');
  async function change(value: boolean) {
    await cairn.call(patchTestDefinition, { params: { id }, body: [{ op: 'add', path: '/enabled', value }] });
    await refresh(listTestDefinitions);
  }
  return (
    <Switch
      aria-label={t('enable', { name: titleOf(definition) })}
      disabled={busy || !may}
      checked={enabled}
      onChange={(event) => void run(() => change(event.currentTarget.checked), { failed: t('failed') })}
    />
  );
}

function AddDefinition({ close }: { close(): void }) {
  const t = useWords(definitionWords);
  const [entityType, setEntityType] = useState<'TABLE' | 'COLUMN'>('TABLE');
  const [sqlExpression, setSql] = useState('');
  async function create({ name, displayName, description }: Named) {
    if (sqlExpression.trim() === '') throw new Error(t('sqlNeeded'));
    await cairn.call(createTestDefinition, {
      body: {
        ...{ name, description, entityType, testPlatforms: ['OpenMetadata'], sqlExpression: sqlExpression.trim() },
        ...(displayName ? { displayName } : {}),
      },
    });
    await refresh(listTestDefinitions);
  }
  return (
    <CreateDialog title={t('add')} needsDescription close={close} create={create}>
      <Select
        label={t('target')}
        allowDeselect={false}
        value={entityType}
        onChange={(next) => setEntityType(next === 'COLUMN' ? 'COLUMN' : 'TABLE')}
        data={(['TABLE', 'COLUMN'] as const).map((value) => ({ value, label: t(`of.${value}`) }))}
      />
      <Textarea
        label={t('sql')}
        description={t('sqlHelp', { table: '{{ table_name }}', column: '{{ column_name }}' })}
        required
        autosize
        minRows={3}
        maxRows={14}
        value={sqlExpression}
        onChange={(event) => setSql(event.currentTarget.value)}
      />
    </CreateDialog>
  );
}
