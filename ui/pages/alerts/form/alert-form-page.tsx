import {
  createEventsubscription,
  type EventSubscription,
  getEventsubscriptionByName,
  listAlerts,
  patchEventsubscription,
} from 'cairn/client';
import { useSearchParams } from 'react-router';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { diff } from '../../../data/editing/merge.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { Async } from '../../../kit/states/states.js';
import { alertFormWords } from '../../../words/alerts/alert-form.js';
import { useWords } from '../../../words/define-words.js';
import { ADDRESSES, type AlertKind, kindOf, useAlertAddress } from '../kinds.js';
import { useSources } from '../sources.js';
import { AlertForm } from './alert-form.js';
import { type AlertDraft, draftAbout, FIRST, readAlert, writtenAlert } from './draft.js';

export function AddAlertPage() {
  return <AddPage kind="Observability" />;
}

export function AddNotificationPage() {
  return <AddPage kind="Notification" />;
}

export function EditAlertPage() {
  const { fqn } = useAlertAddress(3);
  const answer = useOperation(getEventsubscriptionByName, { params: { fqn } });
  return (
    <Async of={answer}>{(alert) => <EditForm key={alert.id} alert={alert} etag={answer.data?.etag ?? null} />}</Async>
  );
}

function AddPage({ kind }: { kind: AlertKind }) {
  const t = useWords(alertFormWords);
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const about = params.get('about');
  const stored =
    about === null ? FIRST[kind] : draftAbout(about, t('failingTests', { name: params.get('name') ?? about }));
  const { answer, sources } = useSources(kind);
  async function save(draft: AlertDraft) {
    const body = writtenAlert(draft, kind);
    const made = await cairn.call(createEventsubscription, { body });
    await refresh(listAlerts);
    void navigate(ADDRESSES[kind].detail(made.fullyQualifiedName ?? made.name));
  }
  return (
    <>
      <h1>{t(kind === 'Observability' ? 'addAlert' : 'addNotification')}</h1>
      <Async of={answer}>
        {() => (
          <AlertForm
            kind={kind}
            part={about ?? ''}
            sources={sources}
            stored={stored}
            save={save}
            cancel={ADDRESSES[kind].list}
          />
        )}
      </Async>
    </>
  );
}

function EditForm({ alert, etag }: { alert: EventSubscription; etag: string | null }) {
  const t = useWords(alertFormWords);
  const kind = kindOf(alert);
  const navigate = useNavigate();
  const { answer, sources } = useSources(kind);
  const fqn = alert.fullyQualifiedName ?? alert.name;
  const back = ADDRESSES[kind].detail(fqn);
  async function save(draft: AlertDraft, over: boolean) {
    const body = diff(patchable(alert), patchable({ ...alert, ...writtenChange(draft, alert, kind) }));
    if (body.length > 0)
      await cairn.call(patchEventsubscription, {
        params: { id: alert.id },
        body,
        ...(etag && !over ? { ifMatch: etag } : {}),
      });
    await refresh(listAlerts, getEventsubscriptionByName);
    void navigate(back);
  }
  return (
    <>
      <h1>{t('editAlert', { name: alert.displayName || alert.name })}</h1>
      <Async of={answer}>
        {() => <AlertForm kind={kind} sources={sources} stored={readAlert(alert)} save={save} cancel={back} />}
      </Async>
    </>
  );
}

/** What the form changes of an alert; its name in addresses stays. */
function writtenChange(draft: AlertDraft, alert: EventSubscription, kind: AlertKind): Partial<EventSubscription> {
  const { resources, input, displayName, description, destinations } = writtenAlert(draft, kind);
  const template = draft.template;
  return {
    displayName,
    description,
    input,
    destinations,
    filteringRules: { ...alert.filteringRules, resources },
    ...(template === '' ? { notificationTemplate: undefined } : {}),
    ...(template !== '' && template !== alert.notificationTemplate?.id
      ? { notificationTemplate: { id: template, type: 'notificationTemplate' } }
      : {}),
  };
}

/** The part of an alert that people edit; the states of destinations come from the server. */
function patchable(alert: EventSubscription) {
  const { displayName, description, input, filteringRules, notificationTemplate, destinations } = alert;
  return {
    displayName,
    description: description ?? '',
    input,
    filteringRules,
    notificationTemplate,
    destinations: destinations.map(({ statusDetails: _, ...one }) => one),
  };
}
