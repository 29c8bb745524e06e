import { configureApp, listApps } from 'cairn/client';
import type { App, JsonObject } from 'cairn/contract';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
import { ConfigFields, membersOf } from './config-fields.js';

/** Whether there is something to configure. */
export function isConfigurable({ appConfiguration, allowConfiguration = true }: App): boolean {
  return allowConfiguration && membersOf((appConfiguration ?? {}) as JsonObject).length > 0;
}

/** A form for the configuration of an app. */
export function AppConfiguration({ app, close }: { app: App; close(): void }) {
  const t = useWords(systemWords);
  const [typed, setTyped] = useState((app.appConfiguration ?? {}) as JsonObject);
  async function run() {
    await cairn.call(configureApp, { params: { name: app.name }, body: withoutEmptyLines(typed) });
    await refresh(listApps);
  }
  return (
    <AskDialog title={t('configureApp', { name: nameOf(app) })} action={t('save')} close={close} run={run}>
      <ConfigFields value={typed} change={setTyped} />
    </AskDialog>
  );
}

/** The configuration as it is stored, without lines that were left empty while typing. */
function withoutEmptyLines<T>(value: T): T {
  if (Array.isArray(value)) return value.filter((one) => one !== '').map(withoutEmptyLines) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutEmptyLines(one)])) as T;
}
