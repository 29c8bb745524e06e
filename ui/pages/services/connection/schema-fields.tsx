// Draws the fields of a connection from its schema. In one file, since objects, alternatives and lists contain each other.
import { Button, Select } from '@mantine/core';
import { X } from 'lucide-react';
import { useState } from 'react';
import { FieldGroup } from '../../../kit/field-group.js';
import { fieldName } from '../../../words/connection-fields.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import { AddButton } from './add-button.js';
import {
  choiceOf,
  choicesOf,
  type FieldSchema,
  fieldsOf,
  firstOf,
  isFolded,
  isObj,
  kindOf,
} from './connection-schema.js';
import type { FieldPart, Part } from './field-part.js';
import classes from './fields.module.css';
import { LeafInput } from './leaf-input.js';
import { PairsField } from './pairs-field.js';

/** The fields of an object, those that few people need folded. */
export function SchemaFields({ schema, value, change, path, problems }: Part) {
  const t = useWords(serviceWords);
  const object = isObj(value) ? value : {};
  const fields = fieldsOf(schema, path === '');
  const folded = fields.filter(([name, field]) => path === '' && isFolded(name, field, schema));
  const shown = fields.filter((one) => !folded.includes(one));
  const isWrong = folded.some(([name]) => Object.keys(problems).some((at) => isWithin(at, `${path}/${name}`)));
  const draw = ([name, field]: (typeof fields)[number]) => (
    <SchemaField
      key={name}
      name={name}
      schema={field}
      value={object[name]}
      change={(next) => change({ ...object, [name]: next })}
      path={`${path}/${name}`}
      problems={problems}
      isRequired={schema.required?.includes(name) === true && field.default === undefined}
    />
  );
  return (
    <div className={classes.fields}>
      {shown.map(draw)}
      {folded.length > 0 ? (
        <details className={classes.more} {...(isWrong ? { open: true } : {})}>
          <summary>{t('moreFields', { count: folded.length })}</summary>
          <div className={classes.fields}>{folded.map(draw)}</div>
        </details>
      ) : null}
    </div>
  );
}

function isWithin(at: string, path: string): boolean {
  return at === path || at.startsWith(`${path}/`);
}

/** One field of a connection. */
function SchemaField(part: FieldPart) {
  switch (kindOf(part.schema)) {
    case 'items':
      return <ItemsField {...part} />;
    case 'pairs':
      return <PairsField {...part} />;
    case 'union':
      return <UnionField {...part} />;
    case 'group':
      return (
        <FieldGroup legend={fieldName(part.name)}>
          <SchemaFields {...part} />
        </FieldGroup>
      );
    default:
      return <LeafInput {...part} />;
  }
}

/** A value of one of several kinds, such as ways to sign in: which, and the fields of that one. */
function UnionField({ name, schema, value, change, path, problems, isRequired }: FieldPart) {
  const t = useWords(serviceWords);
  const choices = choicesOf(schema);
  const fitting = choiceOf(choices, value);
  const [chosen, setChosen] = useState(fitting < 0 && !isFolded(name, schema, {}) ? 0 : fitting);
  const choice = choices[chosen];
  const label = fieldName(name);
  const nameOfChoice = (one: FieldSchema, i: number) =>
    one.title ? fieldName(one.title) : t('choiceNumber', { number: i + 1 });
  return (
    <FieldGroup legend={label}>
      <Select
        label={t('kindOfField', { name: label })}
        error={problems[path]}
        required={isRequired}
        allowDeselect={false}
        data={[
          ...(isRequired ? [] : [{ value: '-1', label: t('noChoice') }]),
          ...choices.map((one, i) => ({ value: String(i), label: nameOfChoice(one, i) })),
        ]}
        value={String(chosen)}
        onChange={(next) => {
          const to = Number(next ?? chosen);
          const first = choices[to];
          setChosen(to);
          change(first ? firstOf(first) : undefined);
        }}
      />
      {choice ? (
        <Chosen
          key={chosen}
          name={choice.title ?? name}
          schema={choice}
          value={value}
          change={change}
          path={path}
          problems={problems}
          isRequired={false}
        />
      ) : null}
    </FieldGroup>
  );
}

/** The fields of an alternative. What says which it is, is stored with the first of them. */
function Chosen(part: FieldPart) {
  const { schema, value, change } = part;
  if (kindOf(schema) !== 'group') return <SchemaField {...part} problems={{}} />;
  const first = firstOf(schema);
  return (
    <SchemaFields
      {...part}
      change={(next) => change(isObj(value) || !isObj(first) || !isObj(next) ? next : { ...first, ...next })}
    />
  );
}

/** A list of values that have fields themselves. */
function ItemsField({ name, schema, value, change, path, problems }: FieldPart) {
  const t = useWords(serviceWords);
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const one = schema.items ?? {};
  const label = fieldName(name);
  return (
    <FieldGroup legend={label}>
      {items.map((item, i) => {
        const itemName = t('itemOf', { name: label, number: i + 1 });
        const put = (next: unknown) => change(items.map((other, at) => (at === i ? next : other)));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no name
          <div key={i} className={classes.item}>
            <SchemaField
              name={itemName}
              schema={one}
              value={item}
              change={put}
              path={`${path}/${i}`}
              problems={problems}
              isRequired={false}
            />
            <Button
              className={classes.add ?? ''}
              variant="subtle"
              size="compact-xs"
              leftSection={<X size={12} aria-hidden />}
              aria-label={t('removePair', { name: itemName })}
              onClick={() => change(items.filter((_, at) => at !== i))}
            >
              {t('remove')}
            </Button>
          </div>
        );
      })}
      <AddButton onClick={() => change([...items, firstOf(one)])} />
    </FieldGroup>
  );
}
