import { Button } from '@mantine/core';
import { deleteDataContract, validateDataContract, validateDataContractByEntityId } from 'cairn/client';
import type { ContractedType, DataContract } from 'cairn/contract';
import { CircleCheck, Trash2 } from 'lucide-react';
import { cairn } from '../../data/client.js';
import { editField } from '../../data/editing/edit.js';
import { AskButton } from '../../kit/dialogs/ask-button.js';
import { Panel } from '../../kit/panel.js';
import { StateMark, type Tone } from '../../kit/state-mark.js';
import { tell } from '../../kit/states/tell.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { contractWords } from '../../words/entities/contract.js';
import { formatAgo } from '../../words/format.js';
import type { EntityView } from '../entity-page.js';
import { ReferenceField } from '../fields/reference-field.js';
import { nameOf } from '../fields/values.js';
import { forgetContract, refreshContract } from './contract.js';
import classes from './contract.module.css';
import { ImportButton } from './import-button.js';
import { ResultMark } from './results.js';

type Status = NonNullable<DataContract['entityStatus']>;

const TONES: Readonly<Record<Status, Tone>> = {
  Draft: 'idle',
  'In Review': 'warn',
  Approved: 'ok',
  Archived: 'idle',
  Deprecated: 'idle',
  Rejected: 'fail',
  Unprocessed: 'idle',
};

/** What can be done about a contract from each state. */
const STEPS: Readonly<
  Partial<Record<Status, readonly (readonly ['askApproval' | 'approve' | 'reject' | 'deprecate', Status])[]>>
> = {
  Draft: [
    ['askApproval', 'In Review'],
    ['approve', 'Approved'],
  ],
  'In Review': [
    ['approve', 'Approved'],
    ['reject', 'Rejected'],
  ],
  Approved: [['deprecate', 'Deprecated']],
  Rejected: [['askApproval', 'In Review']],
  Unprocessed: [['approve', 'Approved']],
};

interface Props {
  asset: EntityView;
  contract: DataContract;
  /** Of the contract itself, once it is known. */
  view: EntityView | undefined;
  isOwn: boolean;
  mayEdit: boolean;
}

/** The state of a contract, whether it is kept, and what can be done. */
export function ContractHead({ asset, contract, view, isOwn, mayEdit }: Props) {
  const t = useWords(contractWords);
  const { busy, run } = useAction();
  const { entityStatus = 'Draft', latestResult } = contract;
  const entity = { entityId: asset.entity.id, entityType: asset.type as ContractedType };
  async function validate() {
    // An asset that only inherits a contract gets its own, which holds the result.
    if (isOwn) await cairn.call(validateDataContract, { params: { id: contract.id } });
    else await cairn.call(validateDataContractByEntityId, { query: entity });
    await refreshContract();
  }
  async function step(to: Status) {
    if (view && (await editField(view.target, '/entityStatus', to))) await refreshContract();
  }
  return (
    <Panel
      title={nameOf(contract)}
      action={
        <div className={classes.actions}>
          {mayEdit || (!isOwn && asset.may('EditAll')) ? (
            <Button
              size="xs"
              loading={busy}
              leftSection={<CircleCheck size={14} aria-hidden />}
              onClick={() => void run(validate, { failed: t('failed') })}
            >
              {t('validate')}
            </Button>
          ) : null}
          {mayEdit ? <ImportButton view={asset} /> : null}
          {view?.may('Delete') && isOwn ? <RemoveButton contract={contract} /> : null}
        </div>
      }
    >
      <div className={classes.bar}>
        <StateMark tone={TONES[entityStatus]}>{isOwn ? t(`status.${entityStatus}`) : t('inherited')}</StateMark>
        {latestResult?.status ? <ResultMark status={latestResult.status} /> : null}
        <span className={classes.soft}>
          {latestResult?.timestamp ? formatAgo(latestResult.timestamp) : t('notChecked')}
        </span>
        {mayEdit
          ? (STEPS[entityStatus] ?? []).map(([word, to]) => (
              <Button key={word} size="compact-xs" variant="default" onClick={() => void step(to)}>
                {t(word)}
              </Button>
            ))
          : null}
      </div>
      {isOwn ? null : <p className={classes.soft}>{t('inheritedText')}</p>}
      {view ? <People view={view} /> : null}
    </Panel>
  );
}

const PEOPLE = [
  { field: 'owners', right: 'EditOwners', edit: 'editOwners', none: 'noOwners' },
  { field: 'reviewers', right: 'EditAll', edit: 'editReviewers', none: 'noReviewers' },
] as const;

function People({ view }: { view: EntityView }) {
  const t = useWords(contractWords);
  return (
    <dl className={classes.people}>
      {PEOPLE.map(({ field, right, edit, none }) => (
        <div key={field}>
          <dt>{t(field)}</dt>
          <dd>
            <ReferenceField
              view={view}
              field={field}
              right={right}
              label={t(edit)}
              find={t('findPeople')}
              none={t(none)}
              index="user,team"
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function RemoveButton({ contract }: { contract: DataContract }) {
  const t = useWords(contractWords);
  async function remove() {
    await cairn.call(deleteDataContract, { params: { id: contract.id }, query: { hardDelete: true, recursive: true } });
    tell({ message: t('removed') });
    await forgetContract();
  }
  return (
    <AskButton
      label={t('remove')}
      icon={Trash2}
      title={t('removeTitle', { name: nameOf(contract) })}
      action={t('removeAction')}
      run={remove}
    >
      {t('removeText')}
    </AskButton>
  );
}
