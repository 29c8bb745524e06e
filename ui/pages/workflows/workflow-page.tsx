import { Button } from '@mantine/core';
import {
  deleteWorkflowDefinition,
  getWorkflowDefinitionByName,
  listWorkflowDefinitions,
  resumeWorkflowDefinition,
  suspendWorkflowDefinition,
} from 'cairn/client';
import type { WorkflowDefinition } from 'cairn/contract';
import { Download, Pause, Play, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate, useSegments } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { useRights } from '../../data/rights.js';
import { saveFile } from '../../data/save-file.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { nameOf } from '../../entities/fields/values.js';
import { AskButton } from '../../kit/dialogs/ask-button.js';
import { Link } from '../../kit/link.js';
import { Panel } from '../../kit/panel.js';
import { Async } from '../../kit/states/states.js';
import { useAction } from '../../kit/states/use-action.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { useWords } from '../../words/define-words.js';
import { shellWords } from '../../words/shell.js';
import { workflowWords } from '../../words/workflows.js';
import { Runs } from './runs.js';
import { UploadButton } from './upload-button.js';
import { stepsOf, triggerOf } from './workflow-texts.js';
import classes from './workflows.module.css';
import { Suspension } from './workflows-page.js';

const LIST = '/settings/governance/workflows';

export function WorkflowPage() {
  const fqn = useSegments().at(-1) ?? '';
  const answer = useOperation(getWorkflowDefinitionByName, { params: { fqn } });
  return <Async of={answer}>{(workflow) => <OneWorkflow workflow={workflow} />}</Async>;
}

function OneWorkflow({ workflow }: { workflow: WorkflowDefinition }) {
  const t = useWords(workflowWords);
  const shell = useWords(shellWords);
  const name = nameOf(workflow);
  useEffect(() => {
    document.title = `${name} · ${shell('product')}`;
  }, [name, shell]);
  const steps = stepsOf(workflow);
  return (
    <article className={classes.page}>
      <header className={classes.head}>
        <div>
          <Link to={LIST} className={classes.soft}>
            {t('back')}
          </Link>
          <h1>{name}</h1>
          <Suspension of={workflow} />
        </div>
        <Actions workflow={workflow} />
      </header>
      <Markdown text={workflow.description ?? ''} />
      <Panel title={t('starts')}>
        <p>{triggerOf(workflow)}</p>
      </Panel>
      <Panel title={t('steps')}>
        {steps.length === 0 ? <p className={classes.soft}>{t('draft')}</p> : null}
        <ol className={classes.steps}>
          {steps.map(({ name: key, title, kind, details, ways }) => (
            <li key={key}>
              <strong>{title}</strong>
              <span className={classes.soft}>{[kind, ...details].join(' · ')}</span>
              {ways.map((way) => (
                <span key={way}>{way}</span>
              ))}
            </li>
          ))}
        </ol>
      </Panel>
      <Runs of={workflow.fullyQualifiedName ?? workflow.name} />
    </article>
  );
}

function Actions({ workflow }: { workflow: WorkflowDefinition }) {
  const t = useWords(workflowWords);
  const navigate = useNavigate();
  const rights = useRights('workflowDefinition', workflow.id);
  const { busy, run } = useAction();
  const { id = '', name, suspended } = workflow;
  async function toggle() {
    const operation = suspended ? resumeWorkflowDefinition : suspendWorkflowDefinition;
    await cairn.call(operation, { params: { fqn: workflow.fullyQualifiedName ?? name } });
    await refresh(getWorkflowDefinitionByName, listWorkflowDefinitions);
  }
  async function remove() {
    await cairn.call(deleteWorkflowDefinition, { params: { id }, query: { hardDelete: true } });
    await refresh(listWorkflowDefinitions);
    void navigate(LIST);
  }
  const Sign = suspended ? Play : Pause;
  const save = () => saveFile(`${name}.json`, JSON.stringify(definitionOf(workflow), null, 2), 'application/json');
  return (
    <div className={classes.actions}>
      {rights('EditAll') ? (
        <>
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<Sign size={14} aria-hidden />}
            onClick={() => void run(toggle, { failed: t('failed') })}
          >
            {t(suspended ? 'resume' : 'suspend')}
          </Button>
          <UploadButton label={t('replace')} />
        </>
      ) : null}
      <Button size="xs" variant="default" leftSection={<Download size={14} aria-hidden />} onClick={save}>
        {t('download')}
      </Button>
      {rights('Delete') ? (
        <AskButton label={t('remove')} icon={Trash2} title={t('removeTitle', { name: nameOf(workflow) })} run={remove}>
          {t('removeText')}
        </AskButton>
      ) : null}
    </div>
  );
}

/** What can be uploaded again. */
function definitionOf({ name, displayName, description, config, trigger, nodes, edges }: WorkflowDefinition) {
  return { name, displayName, description, config, trigger, nodes, edges };
}
