import { Button, Textarea, TextInput } from '@mantine/core';
import { ClientError, getServicesOverview } from 'cairn/client';
import type { TestConnectionResult } from 'cairn/contract';
import { PlugZap } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { equal } from '../../../data/editing/merge.js';
import { useFormDraft } from '../../../data/editing/use-form-draft.js';
import { useMay } from '../../../data/rights.js';
import { refresh } from '../../../data/use-operation.js';
import { entityOperations } from '../../../entities/entity-operations.js';
import { Panel } from '../../../kit/panel.js';
import { Failure } from '../../../kit/states/failure.js';
import { Restored } from '../../../kit/states/restored.js';
import { Async } from '../../../kit/states/states.js';
import { useAction } from '../../../kit/states/use-action.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import { problemOf, problemsOf } from '../connection/connection-problems.js';
import { type FieldSchema, firstOf, isObj, pruned, withoutSecrets } from '../connection/connection-schema.js';
import { runTest, storeResult } from '../connection/run-test.js';
import { SchemaFields } from '../connection/schema-fields.js';
import { TestOutcome } from '../connection/test-outcome.js';
import { schemaOf, useConnectionSchema } from '../connection/use-connection-schema.js';
import classes from '../services.module.css';
import type { Product } from './products.js';

interface Typed {
  name: string;
  description: string;
  config: unknown;
}

const NOTHING: Typed = { name: '', description: '', config: {} };
const NO_FIELDS: FieldSchema = { type: 'object', properties: {} };

/** Loads the schema of the connection, if services of the product have one. */
export function AddServiceForm({ product }: { product: Product }) {
  const { type, serviceType, hasConnection } = product;
  const answer = useConnectionSchema(type, serviceType, hasConnection);
  if (!hasConnection) return <Form product={product} schema={NO_FIELDS} />;
  return <Async of={answer}>{(value) => <Form product={product} schema={schemaOf(value)} />}</Async>;
}

function Form({ product, schema }: { product: Product; schema: FieldSchema }) {
  const t = useWords(serviceWords);
  const form = useServiceForm(product, schema);
  const { typed, change, problems } = form;
  return (
    <form className={classes.form} onSubmit={(event) => void form.save(event)} noValidate>
      <Restored when={form.restored} startOver={form.startOver} />
      <TextInput
        label={t('name')}
        description={t('nameHelp')}
        required
        autoComplete="off"
        maxLength={256}
        value={typed.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={problems.name}
      />
      <Textarea
        label={t('description')}
        autosize
        minRows={2}
        value={typed.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
      />
      {product.hasConnection ? (
        <Panel title={t('connection')}>
          <p className={`${classes.soft} ${classes.gap}`}>{t('connectionText')}</p>
          <SchemaFields
            schema={schema}
            value={typed.config}
            change={(config) => change({ config })}
            path=""
            problems={problems}
          />
        </Panel>
      ) : (
        <p className={classes.soft}>{t('lacksConnection')}</p>
      )}
      {form.test ? (
        <Panel
          title={t('testTitle')}
          action={
            <Button
              size="xs"
              variant="default"
              loading={form.testing}
              leftSection={<PlugZap size={14} aria-hidden />}
              onClick={form.test}
            >
              {t('test')}
            </Button>
          }
        >
          <TestOutcome result={form.result} />
        </Panel>
      ) : null}
      <Failure text={form.failure} />
      <div className={classes.actions}>
        <Button type="submit" loading={form.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

/** What was typed, kept as a draft without secrets; its test and its creation. */
function useServiceForm(product: Product, schema: FieldSchema) {
  const t = useWords(serviceWords);
  const navigate = useNavigate();
  const { type, serviceType } = product;
  const mayTest = useMay('workflow', 'Create') !== 'no' && product.hasConnection;
  const draft = useFormDraft(NOTHING, {
    part: serviceType,
    keep: (all) => ({ ...all, config: withoutSecrets(schema, all.config) }),
  });
  const { typed } = draft;
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [tested, setTested] = useState<{ config: unknown; result: TestConnectionResult }>();
  const { busy: testing, run } = useAction();
  const given = pruned(typed.config);
  const config = { ...(firstOf(schema) as object), ...(isObj(given) ? given : {}) };
  const missing = (withName: boolean) => {
    const found = {
      ...(withName && typed.name.trim() === '' ? { name: t('needed', { name: t('name') }) } : {}),
      ...problemsOf(schema, typed.config, (name) => t('needed', { name })),
    };
    setProblems(found);
    return Object.keys(found).length > 0;
  };
  /** Marks the field that an error is about. Returns the error as a sentence. */
  function mark(error: unknown): string {
    const isAboutName = error instanceof ClientError && /^name\b/.test(error.message);
    const { at = isAboutName ? 'name' : undefined, text } = problemOf(error);
    if (at !== undefined) setProblems({ [at]: text });
    return text;
  }
  async function test() {
    if (missing(false)) return;
    setFailure(undefined);
    await run(
      async () => {
        const report = (result: TestConnectionResult) => setTested({ config, result });
        try {
          report(await runTest({ type, serviceType, config }, report));
        } catch (error) {
          throw new Error(mark(error));
        }
      },
      { failed: t('testFailed') },
    );
  }
  async function save(event: FormEvent) {
    event.preventDefault();
    setFailure(undefined);
    if (missing(true)) return setFailure(t('incomplete'));
    setBusy(true);
    try {
      const path = `/v1/services/${type}s`;
      const { name, description } = typed;
      const made = await cairn.call(entityOperations(path).create, {
        body: {
          name: name.trim(),
          serviceType,
          ...(description.trim() ? { description: description.trim() } : {}),
          ...(product.hasConnection && isObj(given) ? { connection: { config } } : {}),
        },
      });
      draft.forget();
      if (tested?.result.status && equal(tested.config, config))
        await storeResult(path, made.id, tested.result).catch(() => undefined); // the service is there; it can be tested again
      await refresh(getServicesOverview);
      void navigate(addressOf(type, made.fullyQualifiedName, 'connection'));
    } catch (error) {
      setFailure(mark(error));
      setBusy(false);
    }
  }
  return {
    ...draft,
    problems,
    failure,
    busy,
    save,
    test: mayTest ? () => void test() : undefined,
    testing,
    result: tested?.result,
  };
}
