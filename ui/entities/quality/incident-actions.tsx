import { Button, Select, Textarea } from '@mantine/core';
import {
  type CreateTestCaseResolutionStatus,
  createIncidentStatus,
  getTestCaseByName,
  listIncidentStatuses,
  listStatesOfIncident,
  searchIncidentStatuses,
  type TestCaseResolutionStatus,
} from 'cairn/client';
import { UserPlus } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { cairn } from '../../data/client.js';
import { useMe } from '../../data/rights.js';
import { refresh } from '../../data/use-operation.js';
import { Dialog } from '../../kit/dialogs/dialog.js';
import { useAction } from '../../kit/states/use-action.js';
import { useFocusBack } from '../../kit/use-focus-back.js';
import { useWords } from '../../words/define-words.js';
import { incidentWords } from '../../words/quality/incidents.js';
import { type Choice, Picker } from '../fields/picker.js';
import { detailsOf, REASONS } from './incident-state.js';
import classes from './quality.module.css';
import { useMayHandle } from './use-may-handle.js';

/** Gives an incident its next state; lists that show it are asked again. */
export function useIncident(testCase: string) {
  const t = useWords(incidentWords);
  const { busy, run } = useAction();
  const send = (state: Omit<CreateTestCaseResolutionStatus, 'testCaseReference'>) =>
    run(
      async () => {
        await cairn.call(createIncidentStatus, { body: { ...state, testCaseReference: testCase } });
        await refresh(searchIncidentStatuses, listIncidentStatuses, listStatesOfIncident, getTestCaseByName);
      },
      { failed: t('failed') },
    );
  return { busy, send };
}

interface Props {
  /** The newest state of the incident. */
  status: TestCaseResolutionStatus;
  testCase: string;
  name: string;
  /** Whether the person may do it; by default what the rights of the test say. */
  allowed?: boolean | undefined;
}

/** From acknowledge over assign to resolve. */
export function IncidentActions({ status, testCase, name, allowed }: Props) {
  const t = useWords(incidentWords);
  const { busy, send } = useIncident(testCase);
  const [resolving, setResolving] = useState(false);
  const { testCaseResolutionStatusType: state, severity } = status;
  const may = useMayHandle(status, allowed);
  const assigning = useRef<HTMLButtonElement>(null);
  useFocusBack(state === 'New', assigning);
  if (state === 'Resolved' || !may) return null;
  return (
    <div className={classes.actions}>
      {state === 'New' ? (
        <Button
          size="compact-xs"
          variant="default"
          loading={busy}
          onClick={() => void send({ testCaseResolutionStatusType: 'Ack', ...(severity ? { severity } : {}) })}
        >
          {t('acknowledge')}
        </Button>
      ) : null}
      <Assign ref={assigning} status={status} testCase={testCase} name={name} />
      <Button size="compact-xs" variant="default" onClick={() => setResolving(true)}>
        {t('resolve')}
      </Button>
      {resolving ? <ResolveDialog testCase={testCase} name={name} close={() => setResolving(false)} /> : null}
    </div>
  );
}

function Assign({ status, testCase, name, ref }: Props & { ref: RefObject<HTMLButtonElement | null> }) {
  const t = useWords(incidentWords);
  const { id, name: ownName, displayName, fullyQualifiedName } = useMe();
  const { send } = useIncident(testCase);
  const [opened, setOpened] = useState(false);
  const { assigned } = detailsOf(status);
  const me: Choice = { key: id ?? '', type: 'user', name: displayName || ownName, fqn: fullyQualifiedName ?? ownName };
  const chosen = assigned
    ? [
        {
          key: assigned.id,
          type: 'user',
          name: assigned.displayName || assigned.name || '',
          fqn: assigned.fullyQualifiedName ?? '',
        },
      ]
    : [];
  function save([to]: readonly Choice[]) {
    if (!to) return;
    const { severity } = status;
    void send({
      testCaseResolutionStatusType: 'Assigned',
      testCaseResolutionStatusDetails: { assignee: { id: to.key, type: to.type } },
      ...(severity ? { severity } : {}),
    });
  }
  return (
    <Picker
      ref={ref}
      label={t('assignTitle', { name })}
      find={t('assignTo')}
      index="user"
      chosen={chosen}
      suggestions={[me]}
      single
      onSave={save}
      opened={opened}
      setOpened={setOpened}
    >
      <UserPlus size={14} />
    </Picker>
  );
}

function ResolveDialog({ testCase, name, close }: { testCase: string; name: string; close: () => void }) {
  const t = useWords(incidentWords);
  const { busy, send } = useIncident(testCase);
  const [reason, setReason] = useState<(typeof REASONS)[number]>('MissingData');
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState(false);
  async function resolve() {
    if (comment.trim() === '') return setMissing(true);
    const done = await send({
      testCaseResolutionStatusType: 'Resolved',
      testCaseResolutionStatusDetails: { testCaseFailureReason: reason, testCaseFailureComment: comment.trim() },
    });
    if (done) close();
  }
  return (
    <Dialog opened close={close} title={t('resolveTitle', { name })} closeLabel={t('close')}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void resolve();
        }}
      >
        <Select
          label={t('reason')}
          allowDeselect={false}
          data={REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
          value={reason}
          onChange={(value) => setReason(REASONS.find((one) => one === value) ?? reason)}
        />
        <Textarea
          label={t('comment')}
          data-autofocus
          autosize
          minRows={2}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          error={missing && comment.trim() === '' ? t('commentNeeded') : undefined}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('resolve')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
