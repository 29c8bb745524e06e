import { MultiSelect, Select, TextInput } from '@mantine/core';
import { createIntakeForm, getTypeByName, listIntakeForms, patchIntakeForm } from 'cairn/client';
import type { IntakeForm } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { propertiesOf } from '../../../entities/frame/properties/property.js';
import {
  ASKED_FIELDS,
  type AskedField,
  type AskedType,
  type FormField,
  fieldsOf,
} from '../../../entities/intake/asked-fields.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../../words/define-words.js';
import { intakeWords } from '../../../words/settings/intake.js';

const TYPES = Object.keys(ASKED_FIELDS) as AskedType[];

interface Props {
  /** Undefined: a new one. */
  form?: IntakeForm;
  close(): void;
}

/** Says which fields a form requires. What the interface knows besides, such as optional fields and messages, stays as it is. */
export function FormDialog({ form, close }: Props) {
  const t = useWords(intakeWords);
  const [name, setName] = useState('');
  const [type, setType] = useState<AskedType>(form?.entityType ?? 'domain');
  const before = form ? fieldsOf(form) : [];
  const [chosen, setChosen] = useState(() => before.filter(({ required }) => required).map(keyOf));
  const definition = useOperation(getTypeByName, { params: { fqn: type }, query: { fields: 'customProperties' } });
  const properties = propertiesOf(definition.data?.value);

  const offered: FormField[] = [
    ...ASKED_FIELDS[type].map((field: AskedField) => native(field, t(`field.${field}`))),
    ...properties.map(
      (one): FormField => ({
        fieldPath: one.name,
        fieldLabel: one.displayName || one.name,
        fieldKind: 'customProperty',
      }),
    ),
  ];
  // Fields that only the interface can ask for.
  const others = before.filter((one) => !offered.some((other) => keyOf(other) === keyOf(one)));
  const all = [...offered, ...others];
  const choices = (kind: FormField['fieldKind']) =>
    all.filter(({ fieldKind }) => fieldKind === kind).map((one) => ({ value: keyOf(one), label: one.fieldLabel }));

  async function run() {
    const kept = before.filter((one) => !one.required && !chosen.includes(keyOf(one)));
    const required = chosen.flatMap((key) => {
      const field = before.find((one) => keyOf(one) === key) ?? all.find((one) => keyOf(one) === key);
      return field ? [{ ...field, required: true }] : [];
    });
    const formFields = [...required, ...kept];
    if (form) {
      const change = { op: 'add' as const, path: '/formFields', value: formFields };
      const old = form.requiredFields?.length ? [{ op: 'add' as const, path: '/requiredFields', value: [] }] : [];
      await cairn.call(patchIntakeForm, { params: { id: form.id }, body: [change, ...old] });
    } else {
      await cairn.call(createIntakeForm, { body: { name: name.trim(), entityType: type, formFields } });
    }
    await refresh(listIntakeForms);
  }

  return (
    <AskDialog
      title={form ? t('edit', { name: nameOf(form) }) : t('add')}
      action={form ? t('save') : t('add')}
      close={close}
      run={run}
    >
      {form ? null : (
        <>
          <TextInput
            label={t('name')}
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Select
            label={t('of')}
            allowDeselect={false}
            value={type}
            data={TYPES.map((value) => ({ value, label: t(`of.${value}`) }))}
            onChange={(next) => {
              setType((next as AskedType | null) ?? type);
              setChosen([]);
            }}
          />
        </>
      )}
      <MultiSelect
        label={t('fields')}
        searchable
        data={[
          { group: t('native'), items: choices('native') },
          { group: t('properties'), items: choices('customProperty') },
        ].filter(({ items }) => items.length > 0)}
        value={chosen}
        onChange={setChosen}
      />
    </AskDialog>
  );
}

const native = (fieldPath: string, fieldLabel: string): FormField => ({ fieldPath, fieldLabel, fieldKind: 'native' });

const keyOf = ({ fieldKind, fieldPath }: FormField): string => `${fieldKind} ${fieldPath}`;
