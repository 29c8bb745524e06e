import { ClientError } from 'cairn/client';
import { useState } from 'react';
import { cairn } from '../../../data/client.js';
import { diff } from '../../../data/editing/merge.js';
import { queryClient } from '../../../data/query-client.js';
import type { Loaded } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { Async } from '../../../kit/states/states.js';
import { tell } from '../../../kit/states/tell.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import { problemOf, problemsOf } from './connection-problems.js';
import { isObj, pruned } from './connection-schema.js';
import { SchemaFields } from './schema-fields.js';
import { schemaOf, useConnectionSchema } from './use-connection-schema.js';

interface Props {
  view: EntityView;
  /** What is stored; undefined if there is no connection yet. */
  config: unknown;
  close(): void;
}

/** Changes the connection of a service. Secrets are only written. */
export function ConnectionDialog({ view, config, close }: Props) {
  const t = useWords(serviceWords);
  const [typed, setTyped] = useState<unknown>(config ?? {});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const answer = useConnectionSchema(view.type, String(view.entity.serviceType));
  async function save() {
    const schema = answer.data ? schemaOf(answer.data.value) : {};
    const missing = problemsOf(schema, typed, (name) => t('needed', { name }));
    setProblems(missing);
    if (Object.keys(missing).length > 0) return false;
    try {
      await store(view, config, pruned(typed) ?? {}, t('changedMeanwhile'));
    } catch (error) {
      const { at, text } = problemOf(error);
      if (at === undefined) throw error;
      setProblems({ [at]: text });
      throw new Error(text);
    }
    tell({ message: t('connectionSaved') });
    return true;
  }
  return (
    <AskDialog title={t(config ? 'edit' : 'addConnection')} action={t('save')} size={620} close={close} run={save}>
      <Async of={answer}>
        {(value) => (
          <SchemaFields schema={schemaOf(value)} value={typed} change={setTyped} path="" problems={problems} />
        )}
      </Async>
    </AskDialog>
  );
}

/** Sends what differs from what is stored. Not shown before it is stored: it may contain secrets. */
async function store({ target, entity }: EntityView, before: unknown, after: unknown, staleText: string) {
  const { connection } = entity;
  const body = before
    ? diff(pruned(before) ?? {}, after, '/connection/config')
    : [{ op: 'add' as const, path: '/connection', value: { ...(isObj(connection) ? connection : {}), config: after } }];
  if (body.length === 0) return;
  const etag = queryClient.getQueryData<Loaded<unknown>>(target.key)?.etag;
  try {
    const input = { params: { id: entity.id }, body, ...(etag ? { ifMatch: etag } : {}) };
    await cairn.send(target.patch, input as never); // the operation of its type
  } catch (error) {
    if (error instanceof ClientError && error.status === 412) throw new Error(staleText);
    throw error;
  } finally {
    await queryClient.invalidateQueries({ queryKey: target.key });
  }
}
