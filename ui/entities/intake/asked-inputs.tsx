import { Input, TextInput } from '@mantine/core';
import { getTypeByName, listIntakeForms } from 'cairn/client';
import type { IntakeForm } from 'cairn/contract';
import { useState } from 'react';
import { useOperation } from '../../data/use-operation.js';
import { useWords } from '../../words/define-words.js';
import { askedWords } from '../../words/entities/asked.js';
import { ReferenceChip } from '../fields/chips.js';
import fields from '../fields/fields.module.css';
import { type Choice, Picker } from '../fields/picker.js';
import { referenceOf } from '../fields/reference-field.js';
import { propertiesOf } from '../frame/properties/property.js';
import { isNothing, ValueInput } from '../frame/properties/value-input.js';
import { type AskedField, type AskedType, type FormField, fieldsOf, type Given, INDEXES } from './asked-fields.js';

const MOST = 1000;

interface Props {
  type: AskedType;
  given: Given;
  give(change: (now: Given) => Given): void;
}

/** The fields that the intake form of a type asks for, beside those that every new entity has. */
export function AskedInputs({ type, given, give }: Props) {
  const answer = useOperation(listIntakeForms, { query: { entityType: type, enabled: true, limit: MOST } });
  const form = newest(answer.data?.value.data ?? []);
  const asked = form ? fieldsOf(form) : [];
  const names = asked.filter(({ fieldKind }) => fieldKind === 'customProperty').map(propertyName);
  const definition = useOperation(
    getTypeByName,
    { params: { fqn: type }, query: { fields: 'customProperties' } },
    { enabled: names.length > 0 },
  );
  const properties = propertiesOf(definition.data?.value).filter(({ name }) => names.includes(name));
  const choose = (field: AskedField) => (chosen: readonly Choice[]) =>
    give((now) => ({ ...now, chosen: { ...now.chosen, [field]: chosen } }));
  return (
    <>
      {asked.map((one) => {
        const field = one.fieldPath as AskedField;
        const index = INDEXES[field];
        if (one.fieldKind === 'customProperty') return null;
        if (field === 'synonyms')
          return (
            <SynonymsInput
              key={field}
              field={one}
              value={given.synonyms}
              change={(synonyms) => give((now) => ({ ...now, synonyms }))}
            />
          );
        if (index === undefined) return null; // every form has it
        return (
          <ChosenInput
            key={field}
            field={one}
            index={index}
            chosen={given.chosen[field] ?? []}
            onSave={choose(field)}
          />
        );
      })}
      {properties.map((property) => (
        <ValueInput
          key={property.name}
          property={property}
          value={given.extension[property.name]}
          change={(value) =>
            give((now) => {
              const { [property.name]: _, ...others } = now.extension;
              return { ...now, extension: isNothing(value) ? others : { ...others, [property.name]: value } };
            })
          }
        />
      ))}
    </>
  );
}

/** Of several enabled forms the server takes the one that was changed last. */
function newest(forms: readonly IntakeForm[]): IntakeForm | undefined {
  return [...forms].sort((a, b) => (b.updatedAt ?? 0) - (a.updatedAt ?? 0))[0];
}

/** They are named with or without `extension.`. */
function propertyName({ fieldPath }: FormField): string {
  return fieldPath.replace(/^extension\./, '');
}

interface FieldProps {
  field: FormField;
}

function SynonymsInput({ field, value, change }: FieldProps & { value: string; change(value: string): void }) {
  const t = useWords(askedWords);
  return (
    <TextInput
      label={field.fieldLabel}
      description={t('commas')}
      required={field.required === true}
      value={value}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}

interface ChosenProps extends FieldProps {
  index: string;
  chosen: readonly Choice[];
  onSave(chosen: readonly Choice[]): void;
}

function ChosenInput({ field, index, chosen, onSave }: ChosenProps) {
  const t = useWords(askedWords);
  const [opened, setOpened] = useState(false);
  const name = field.fieldLabel.toLowerCase();
  return (
    <Input.Wrapper label={field.fieldLabel} labelElement="div" required={field.required === true}>
      <div className={fields.field}>
        <div className={`${fields.chips} ${fields.grow}`}>
          {chosen.length === 0 ? <span className={fields.none}>{t('nothing')}</span> : null}
          {chosen.map((one) => (
            <ReferenceChip key={one.key} reference={referenceOf(one)} />
          ))}
        </div>
        <Picker
          label={t('choose', { field: name })}
          find={t('find', { field: name })}
          index={index}
          keyBy={index.startsWith('tag') ? 'fqn' : 'id'}
          chosen={chosen}
          onSave={onSave}
          opened={opened}
          setOpened={setOpened}
        />
      </div>
    </Input.Wrapper>
  );
}
