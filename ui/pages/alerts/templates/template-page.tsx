import {
  ClientError,
  createNotificationTemplate,
  deleteNotificationTemplate,
  getNotificationTemplateByName,
  listNotificationTemplates,
  type NotificationTemplate,
  patchNotificationTemplate,
  resetNotificationTemplate,
} from 'cairn/client';
import { useNavigate, useSegments } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { diff } from '../../../data/editing/merge.js';
import { useMayOn } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { AskButton } from '../../../kit/dialogs/ask-button.js';
import { Link } from '../../../kit/link.js';
import { PageHead } from '../../../kit/page-head.js';
import { Async } from '../../../kit/states/states.js';
import { tell } from '../../../kit/states/tell.js';
import { templateWords } from '../../../words/alerts/templates.js';
import { useWords } from '../../../words/define-words.js';
import { sentenceCase } from '../../../words/format.js';
import { type TemplateDraft, TemplateEditor } from './template-editor.js';
import { NEW, TEMPLATES, templateAddress } from './template-list-page.js';
import classes from './templates.module.css';

const FIRST: TemplateDraft = {
  name: '',
  description: '',
  templateSubject: '{{event.userName}} changed {{entity.name}}',
  templateBody:
    '<p><b>{{event.userName}}</b> changed <a href="{{buildEntityUrl event.entityType entity}}">{{entity.name}}</a></p>',
};

export function TemplatePage() {
  const [, , , ...rest] = useSegments();
  const fqn = rest.join('/');
  return fqn === NEW ? <NewTemplate /> : <StoredTemplate fqn={fqn} />;
}

function NewTemplate() {
  const t = useWords(templateWords);
  const navigate = useNavigate();
  async function save(draft: TemplateDraft) {
    const made = await cairn.call(createNotificationTemplate, { body: { ...draft, displayName: draft.name } });
    await refresh(listNotificationTemplates);
    void navigate(templateAddress(made.fullyQualifiedName ?? made.name));
  }
  return (
    <>
      <Back />
      <h1>{t('newTitle')}</h1>
      <TemplateEditor stored={FIRST} named save={save} />
    </>
  );
}

function Back() {
  const t = useWords(templateWords);
  return (
    <Link to={TEMPLATES} className={classes.back}>
      {t('back')}
    </Link>
  );
}

function StoredTemplate({ fqn }: { fqn: string }) {
  const answer = useOperation(getNotificationTemplateByName, { params: { fqn } });
  return (
    <Async of={answer}>
      {(template) => (
        <Shown key={`${template.id} ${template.version}`} template={template} etag={answer.data?.etag ?? undefined} />
      )}
    </Async>
  );
}

function Shown({ template, etag }: { template: NotificationTemplate; etag: string | undefined }) {
  const t = useWords(templateWords);
  const name = template.displayName || template.name;
  const isSystem = template.provider === 'system';
  const mayEdit = useMayOn('notificationTemplate', template.id, isSystem ? 'EditAll' : 'EditUserNotificationTemplate');
  const stored: TemplateDraft = {
    name,
    description: template.description ?? '',
    templateSubject: template.templateSubject,
    templateBody: template.templateBody,
  };
  async function save(draft: TemplateDraft) {
    const { name: displayName, ...fields } = draft;
    const before = { displayName: name, ...stored, name: undefined };
    const body = diff(before, { ...fields, displayName, name: undefined });
    try {
      await cairn.call(patchNotificationTemplate, {
        params: { id: template.id },
        body,
        ...(etag ? { ifMatch: etag } : {}),
      });
    } catch (error) {
      if (error instanceof ClientError && error.status === 412)
        throw new Error(t('changedMeanwhile'), { cause: error });
      throw error;
    }
    await refresh(listNotificationTemplates, getNotificationTemplateByName);
  }
  return (
    <>
      <PageHead
        above={<Back />}
        title={isSystem ? sentenceCase(name) : name}
        about={template.description}
        action={<Undo template={template} name={name} />}
      />
      <TemplateEditor stored={stored} named={!isSystem} save={mayEdit ? save : undefined} />
    </>
  );
}

/** Templates of the system can be reset, those of users deleted. */
function Undo({ template, name }: { template: NotificationTemplate; name: string }) {
  const t = useWords(templateWords);
  const navigate = useNavigate();
  const isSystem = template.provider === 'system';
  const may = useMayOn('notificationTemplate', template.id, isSystem ? 'EditAll' : 'Delete');
  if (!may || (isSystem && !template.isModifiedFromDefault)) return null;
  const word = isSystem ? 'reset' : 'remove';
  async function act() {
    const params = { id: template.id };
    if (isSystem) await cairn.call(resetNotificationTemplate, { params });
    else await cairn.call(deleteNotificationTemplate, { params, query: { hardDelete: true } });
    tell({ message: t(isSystem ? 'wasReset' : 'removed', { name }) });
    await refresh(listNotificationTemplates, getNotificationTemplateByName);
    if (!isSystem) void navigate(TEMPLATES);
  }
  return (
    <AskButton label={t(word)} title={t(`${word}Title`, { name })} run={act}>
      {t(`${word}Text`)}
    </AskButton>
  );
}
