import { ActionIcon, Button, Switch } from '@mantine/core';
import { deleteIntakeForm, listIntakeForms, patchIntakeForm } from 'cairn/client';
import type { IntakeForm } from 'cairn/contract';
import { ListChecks, Pencil, Plus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { cairn } from '../../../data/client.js';
import { useMay, useMayOn } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { fieldsOf } from '../../../entities/intake/asked-fields.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { type Column, Grid } from '../../../kit/lists/grid.js';
import { PageHead } from '../../../kit/page-head.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { useWords } from '../../../words/define-words.js';
import { intakeWords } from '../../../words/settings/intake.js';
import classes from '../settings.module.css';

const FormDialog = lazy(() => import('./form-dialog.js').then((m) => ({ default: m.FormDialog })));

const MOST = 1000;

type Asking = { what: 'add' } | { what: 'edit' | 'remove'; form: IntakeForm };

/** What people are asked for when they add a domain, a data product or a term. */
export function IntakePage() {
  const t = useWords(intakeWords);
  const answer = useOperation(listIntakeForms, { query: { limit: MOST } });
  const mayCreate = useMay('intakeForm', 'Create') !== 'no';
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  return (
    <>
      <PageHead
        title={t('title')}
        about={t('about')}
        action={
          mayCreate ? (
            <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAsking({ what: 'add' })}>
              {t('add')}
            </Button>
          ) : null
        }
      />
      <Async of={answer}>{({ data }) => <Forms forms={data} ask={setAsking} />}</Async>
      {asking?.what === 'remove' ? (
        <AskDialog
          title={t('remove', { name: nameOf(asking.form) })}
          action={t('delete')}
          dangerous
          close={close}
          run={async () => {
            await cairn.call(deleteIntakeForm, { params: { id: asking.form.id }, query: { hardDelete: true } });
            await refresh(listIntakeForms);
          }}
        >
          {t('removeText')}
        </AskDialog>
      ) : null}
      <Suspense>
        {asking?.what === 'add' ? <FormDialog close={close} /> : null}
        {asking?.what === 'edit' ? <FormDialog form={asking.form} close={close} /> : null}
      </Suspense>
    </>
  );
}

function Forms({ forms, ask }: { forms: readonly IntakeForm[]; ask(asking: Asking): void }) {
  const t = useWords(intakeWords);
  const columns: Column<IntakeForm>[] = [
    { key: 'name', title: t('name'), width: 'minmax(100px, 1fr)', sort: nameOf, cell: nameOf },
    {
      key: 'of',
      title: t('of'),
      width: '150px',
      wideOnly: true,
      sort: ({ entityType }) => t(`of.${entityType}`),
      cell: ({ entityType }) => t(`of.${entityType}`),
    },
    {
      key: 'fields',
      title: t('native'),
      width: 'minmax(0, 2fr)',
      wideOnly: true,
      cell: (form) =>
        fieldsOf(form)
          .map(({ fieldLabel: field, required }) => (required ? field : t('optional', { field })))
          .join(', ') || t('noFields'),
    },
    { key: 'enabled', title: t('enabled'), width: '80px', cell: (form) => <EnabledSwitch form={form} /> },
    {
      key: 'actions',
      title: t('actions'),
      width: '72px',
      align: 'end',
      cell: (form) => <Actions form={form} ask={ask} />,
    },
  ];
  return (
    <Grid
      label={t('title')}
      columns={columns}
      rows={forms}
      rowKey={({ id }) => id}
      rowName={nameOf}
      empty={
        <Empty icon={ListChecks} title={t('none')}>
          {t('noneText')}
        </Empty>
      }
    />
  );
}

function Actions({ form, ask }: { form: IntakeForm; ask(asking: Asking): void }) {
  const t = useWords(intakeWords);
  const mayEdit = useMayOn('intakeForm', form.id, 'EditAll');
  const mayDelete = useMayOn('intakeForm', form.id, 'Delete');
  const name = nameOf(form);
  return (
    <span className={classes.buttons}>
      {mayEdit ? (
        <ActionIcon size={24} aria-label={t('edit', { name })} onClick={() => ask({ what: 'edit', form })}>
          <Pencil size={14} aria-hidden />
        </ActionIcon>
      ) : null}
      {mayDelete ? (
        <ActionIcon size={24} aria-label={t('remove', { name })} onClick={() => ask({ what: 'remove', form })}>
          <Trash2 size={14} aria-hidden />
        </ActionIcon>
      ) : null}
    </span>
  );
}

function EnabledSwitch({ form }: { form: IntakeForm }) {
  const t = useWords(intakeWords);
  const may = useMayOn('intakeForm', form.id, 'EditAll');
  const { busy, run } = useAction();
  async function change(value: boolean) {
    await cairn.call(patchIntakeForm, { params: { id: form.id }, body: [{ op: 'add', path: '/enabled', value }] });
    await refresh(listIntakeForms);
  }
  return (
    <Switch
      aria-label={t('enable', { name: nameOf(form) })}
      disabled={busy || !may}
      checked={form.enabled ?? true}
      onChange={(event) => void run(() => change(event.currentTarget.checked), { failed: t('failed') })}
    />
  );
}
