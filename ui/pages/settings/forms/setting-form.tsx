import { Button, PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMe } from '../../../data/rights.js';
import { NumberField } from '../../../kit/number-field.js';
import { Failure } from '../../../kit/states/failure.js';
import { Restored } from '../../../kit/states/restored.js';
import { Async } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';
import { type Setting, type SettingName, useSetting } from './use-setting.js';

type Label = Parameters<ReturnType<typeof useWords<NonNullable<(typeof systemWords)['keys']>>>>[0];

export interface Field {
  /** The member of the setting, and its label. */
  key: string & Label;
  kind: 'text' | 'number' | 'switch' | 'password' | { options: readonly (readonly [value: string, label: Label])[] };
  help?: Label;
  /** Of numbers. */
  min?: number;
  max?: number;
}

interface Props {
  setting: SettingName;
  title: string;
  about: string;
  fields: readonly Field[];
  /** Below the form. */
  children?: ReactNode;
}

/** The page of a setting whose fields are texts, numbers, switches and choices. */
export function SettingForm({ setting, title, about, fields, children }: Props) {
  const secret = fields.filter(({ kind }) => kind === 'password').map(({ key }) => key);
  const form = useSetting(setting, secret);
  return (
    <>
      <SettingFrame title={title} about={about} form={form}>
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={form.value[field.key]}
            change={(value) => form.change({ [field.key]: value })}
          />
        ))}
      </SettingFrame>
      {children}
    </>
  );
}

interface FrameProps {
  title: string;
  about: string;
  form: Setting;
  /** The fields. */
  children: ReactNode;
}

/** What a setting is called, its fields once it is known, and how to save it. Only administrators may change it. */
export function SettingFrame({ title, about, form, children }: FrameProps) {
  const { isAdmin = false } = useMe();
  return (
    <>
      <h1>{title}</h1>
      <p className={classes.soft}>{about}</p>
      <Async of={form.answer}>
        {() => (
          <form
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault();
              void form.save();
            }}
            noValidate
          >
            <Restored when={form.restored} startOver={form.startOver} />
            <fieldset disabled={!isAdmin} className={classes.fields}>
              {children}
            </fieldset>
            <SaveLine allowed={isAdmin} {...form.state} />
          </form>
        )}
      </Async>
    </>
  );
}

/** The button of a setting, for administrators, and what became of it. */
function SaveLine({
  allowed,
  busy,
  saved,
  failure,
}: {
  allowed: boolean;
  busy: boolean;
  saved: boolean;
  failure?: string;
}) {
  const t = useWords(systemWords);
  if (!allowed) return <p className={classes.soft}>{t('onlyAdmins')}</p>;
  return (
    <>
      <Failure text={failure} />
      <div className={classes.actions}>
        <Button type="submit" loading={busy}>
          {t('save')}
        </Button>
        <span role="status" className={classes.soft}>
          {saved ? t('saved') : null}
        </span>
      </div>
    </>
  );
}

interface InputProps {
  field: Field;
  value: unknown;
  change(value: string | number | boolean): void;
}

function FieldInput({ field: { key, kind, help, min = 0, max }, value, change }: InputProps) {
  const t = useWords(systemWords);
  const shared = { label: t(key), ...(help ? { description: t(help) } : {}) };
  if (kind === 'switch')
    return <Switch {...shared} checked={value === true} onChange={(event) => change(event.currentTarget.checked)} />;
  if (kind === 'number')
    return (
      <NumberField
        {...shared}
        whole
        min={min}
        {...(max === undefined ? {} : { max })}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => typeof next === 'number' && change(next)}
      />
    );
  const text = typeof value === 'string' ? value : '';
  if (typeof kind === 'object')
    return (
      <Select
        {...shared}
        allowDeselect={false}
        value={text}
        onChange={(next) => change(next ?? text)}
        data={kind.options.map(([option, label]) => ({ value: option, label: t(label) }))}
      />
    );
  const Input = kind === 'password' ? PasswordInput : TextInput;
  return (
    <Input
      {...shared}
      autoComplete={kind === 'password' ? 'new-password' : 'off'}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
    />
  );
}
