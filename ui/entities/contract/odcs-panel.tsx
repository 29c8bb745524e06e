import { Button, Textarea } from '@mantine/core';
import { ClientError, exportDataContractToODCSYaml, validateODCSYaml } from 'cairn/client';
import type { ContractedType, ContractValidation } from 'cairn/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { cairn } from '../../data/client.js';
import { useFormDraft } from '../../data/editing/use-form-draft.js';
import { saveFile } from '../../data/save-file.js';
import { useOperation } from '../../data/use-operation.js';
import { Panel } from '../../kit/panel.js';
import { StateMark } from '../../kit/state-mark.js';
import { Restored } from '../../kit/states/restored.js';
import { sentenceOf } from '../../kit/states/sentence.js';
import { Async } from '../../kit/states/states.js';
import { tell } from '../../kit/states/tell.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import type { EntityView } from '../entity-page.js';
import classes from './contract.module.css';
import { storeDocument } from './import-button.js';

interface Props {
  view: EntityView;
  /** Of the contract. */
  id: string;
  mayEdit: boolean;
}

/** The contract as a document of the Open Data Contract Standard: shown, saved as a file, edited. */
export function OdcsPanel({ view, id, mayEdit }: Props) {
  const t = useWords(contractWords);
  const answer = useOperation(exportDataContractToODCSYaml, { params: { id } });
  const [begun, setBegun] = useState<Draft | null>(null);
  const stored = answer.data?.value ?? '';
  /** What is saved replaces the contract, so it begins with what is stored now. */
  async function edit() {
    const { data } = await answer.refetch();
    if (data) setBegun({ text: data.value, etag: data.etag });
  }
  return (
    <Panel
      title={t('document')}
      action={
        begun === null ? (
          <div className={classes.actions}>
            <Button
              size="xs"
              variant="default"
              disabled={stored === ''}
              leftSection={<Download size={14} aria-hidden />}
              onClick={() => saveFile(`${view.entity.name}.odcs.yaml`, stored, 'application/yaml')}
            >
              {t('exportOdcs')}
            </Button>
            {mayEdit ? (
              <Button size="xs" variant="default" disabled={stored === ''} onClick={() => void edit()}>
                {t('edit')}
              </Button>
            ) : null}
          </div>
        ) : undefined
      }
    >
      {begun === null ? (
        <Async of={answer} small>
          {(yaml) => (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys
            <section className={classes.yaml} tabIndex={0} aria-label={t('document')}>
              <pre>{yaml}</pre>
            </section>
          )}
        </Async>
      ) : (
        <Editor view={view} begun={begun} close={() => setBegun(null)} />
      )}
    </Panel>
  );
}

interface Draft {
  text: string;
  /** Of the contract that the text was made of. */
  etag: string | null;
}

interface EditorProps {
  view: EntityView;
  begun: Draft;
  close: () => void;
}

/** The text as it is typed, checked against the asset before it is stored. */
function Editor({ view, begun, close }: EditorProps) {
  const t = useWords(contractWords);
  // As one member, so that a text keeps the version that it was made of.
  const { typed, change, restored, startOver, forget } = useFormDraft({ document: begun }, { part: 'odcs' });
  const { text, etag } = typed.document;
  const [problems, setProblems] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  async function attempt(store: boolean) {
    setBusy(true);
    try {
      const query = { entityId: view.entity.id, entityType: view.type as ContractedType };
      const found = problemsIn(await cairn.call(validateODCSYaml, { query, body: text }), t);
      setProblems(found);
      if (!store || found.length > 0) return;
      await storeDocument(view, text, { mode: 'replace', ifMatch: etag ?? undefined });
      tell({ message: t('saved') });
      forget();
      close();
    } catch (error) {
      const isStale = error instanceof ClientError && error.status === 412;
      setProblems([isStale ? t('changedMeanwhile') : sentenceOf(error)]);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form
      className={classes.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(true);
      }}
    >
      <Restored when={restored} startOver={startOver} />
      <Textarea
        aria-label={t('document')}
        description={t('documentHint')}
        classNames={{ input: classes.editor ?? '' }}
        autosize
        minRows={16}
        maxRows={40}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          change({ document: { text: event.currentTarget.value, etag } });
          setProblems(null);
        }}
      />
      {problems?.length === 0 ? <StateMark tone="ok">{t('valid')}</StateMark> : null}
      {problems && problems.length > 0 ? (
        <div role="alert" className={classes.problems}>
          <StateMark tone="fail">{t('invalid', { count: problems.length })}</StateMark>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      ) : null}
      <div className={classes.actions}>
        <Button type="submit" size="xs" loading={busy}>
          {t('save')}
        </Button>
        <Button size="xs" variant="default" loading={busy} onClick={() => void attempt(false)}>
          {t('check')}
        </Button>
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            forget();
            close();
          }}
        >
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

type Say = ReturnType<typeof useWords<'missing' | 'repeated' | 'mistyped'>>;

/** Everything that is wrong, as sentences. */
function problemsIn(
  { entityErrors = [], constraintErrors = [], schemaValidation }: ContractValidation,
  t: Say,
): string[] {
  const { failedFields = [], duplicateFields = [], typeMismatchFields = [] } = schemaValidation ?? {};
  // The server names missing and repeated columns as constraints already.
  const columns =
    constraintErrors.length > 0
      ? []
      : [
          ...(failedFields.length > 0 ? [t('missing', { names: failedFields.join(', ') })] : []),
          ...(duplicateFields.length > 0 ? [t('repeated', { names: duplicateFields.join(', ') })] : []),
        ];
  const types = typeMismatchFields.map((names) => t('mistyped', { names }));
  return [...new Set([...entityErrors, ...constraintErrors, ...columns, ...types])];
}
