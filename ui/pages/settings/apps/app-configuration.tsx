import { Switch, TextInput } from '@mantine/core';
import { configureApp, listApps } from 'cairn/client';
import type { App, JsonObject } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { NumberField } from '../../../kit/number-field.js';
import { useWords } from '../../../words/define-words.js';
import { sentenceCase, spaced } from '../../../words/format.js';
import { systemWords } from '../../../words/settings/system.js';

type Value = string | number | boolean;

/** The texts, numbers and switches of a configuration; which app it is for is not one of them. */
export function optionsOf({ appConfiguration, allowConfiguration = true }: App): [name: string, value: Value][] {
  if (!allowConfiguration) return [];
  return Object.entries(appConfiguration ?? {}).filter(
    (entry): entry is [string, Value] => entry[0] !== 'type' && /^(string|number|boolean)$/.test(typeof entry[1]),
  );
}

/** A form for the configuration of an app; lists and groups in it keep their values. */
export function AppConfiguration({ app, close }: { app: App; close(): void }) {
  const t = useWords(systemWords);
  const [typed, setTyped] = useState<Readonly<Record<string, Value>>>(() => Object.fromEntries(optionsOf(app)));
  const set = (name: string, value: Value) => setTyped((now) => ({ ...now, [name]: value }));
  async function run() {
    const body = { ...app.appConfiguration, ...typed } as JsonObject;
    await cairn.call(configureApp, { params: { name: app.name }, body });
    await refresh(listApps);
  }
  return (
    <AskDialog title={t('configureApp', { name: nameOf(app) })} action={t('save')} close={close} run={run}>
      {Object.entries(typed).map(([name, value]) => {
        const label = sentenceCase(spaced(name));
        if (typeof value === 'boolean')
          return (
            <Switch
              key={name}
              label={label}
              checked={value}
              onChange={({ currentTarget }) => set(name, currentTarget.checked)}
            />
          );
        if (typeof value === 'number')
          return (
            <NumberField
              key={name}
              label={label}
              value={value}
              onChange={(next) => typeof next === 'number' && set(name, next)}
            />
          );
        return (
          <TextInput
            key={name}
            label={label}
            value={value}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        );
      })}
    </AskDialog>
  );
}
