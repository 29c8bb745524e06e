import { Button } from '@mantine/core';
import type { DataContract } from 'cairn/contract';
import { FileCheck, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay } from '../../data/rights.js';
import { Panel } from '../../kit/panel.js';
import { Async, Empty, Loading } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import type { EntityView } from '../entity-page.js';
import { useEffective, useHasContract, useOwn } from './contract.js';
import classes from './contract.module.css';
import { ContractHead } from './contract-head.js';
import { ContractParts } from './contract-parts.js';
import { ImportButton } from './import-button.js';
import { OdcsPanel } from './odcs-panel.js';
import { Results } from './results.js';

const ContractForm = lazy(() => import('./contract-form.js').then((m) => ({ default: m.ContractForm })));

/** What an asset promises: as a form and as an ODCS document, and whether it is kept. */
export function ContractTab(view: EntityView) {
  const answer = useHasContract(view);
  return <Async of={answer}>{(has) => (has ? <Some view={view} /> : <NoContract view={view} />)}</Async>;
}

function Some({ view }: { view: EntityView }) {
  const answer = useEffective(view);
  return <Async of={answer}>{(contract) => <Contract view={view} effective={contract} />}</Async>;
}

function NoContract({ view }: { view: EntityView }) {
  const t = useWords(contractWords);
  const [writing, setWriting] = useState(false);
  const may = useMay('dataContract', 'Create') !== 'no' && !view.entity.deleted;
  if (writing)
    return (
      <Panel title={t('form')}>
        <Suspense fallback={<Loading />}>
          <ContractForm view={view} own={undefined} close={() => setWriting(false)} />
        </Suspense>
      </Panel>
    );
  return (
    <Empty
      icon={FileCheck}
      title={t('none')}
      action={
        may ? (
          <>
            <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setWriting(true)}>
              {t('create')}
            </Button>
            <ImportButton view={view} />
          </>
        ) : null
      }
    >
      {t('noneText')}
    </Empty>
  );
}

function Contract({ view, effective }: { view: EntityView; effective: DataContract }) {
  const t = useWords(contractWords);
  const [editing, setEditing] = useState(false);
  const isOwn = effective.inherited !== true;
  const { own, view: ownView, may } = useOwn(isOwn ? effective.id : undefined);
  const mayEdit = isOwn && may('EditAll') && !view.entity.deleted;
  return (
    <div className={classes.stack}>
      <ContractHead asset={view} contract={own ?? effective} view={ownView} isOwn={isOwn} mayEdit={mayEdit} />
      <div className={classes.beside}>
        <Panel
          title={t('form')}
          action={
            mayEdit && own && !editing ? (
              <Button size="xs" variant="default" onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            ) : undefined
          }
        >
          {editing && own && ownView ? (
            <Suspense fallback={<Loading />}>
              <ContractForm view={view} own={own} target={ownView.target} close={() => setEditing(false)} />
            </Suspense>
          ) : (
            <ContractParts contract={effective} />
          )}
        </Panel>
        {isOwn ? <OdcsPanel key={effective.id} view={view} id={effective.id} mayEdit={mayEdit} /> : null}
      </div>
      {isOwn ? <Results id={effective.id} /> : null}
    </div>
  );
}
