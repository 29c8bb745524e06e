import { Button } from '@mantine/core';
import { listNotificationTemplates, type NotificationTemplate } from 'cairn/client';
import { FileText, Plus } from 'lucide-react';
import { useMay } from '../../../data/rights.js';
import { useOperation } from '../../../data/use-operation.js';
import { Link } from '../../../kit/link.js';
import { PageHead } from '../../../kit/page-head.js';
import { StateMark } from '../../../kit/state-mark.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { templateWords } from '../../../words/alerts/templates.js';
import { useWords } from '../../../words/define-words.js';
import { sentenceCase } from '../../../words/format.js';
import classes from './templates.module.css';

export const TEMPLATES = '/settings/notifications/templates';
export const templateAddress = (fqn: string) => `${TEMPLATES}/${encodeURIComponent(fqn)}`;
/** In place of a name, for a template that does not exist yet. */
export const NEW = 'add-template';

/** The templates of messages: those of users, and those that ship. */
export function TemplateListPage() {
  const t = useWords(templateWords);
  const answer = useOperation(listNotificationTemplates, { query: { limit: 500 } });
  const mayAdd = useMay('notificationTemplate', 'Create') !== 'no';
  const add = mayAdd ? (
    <Button
      component={Link}
      to={`${TEMPLATES}/${NEW}`}
      size="xs"
      className={classes.primary}
      leftSection={<Plus size={14} aria-hidden />}
    >
      {t('add')}
    </Button>
  ) : null;
  return (
    <>
      <PageHead title={t('title')} about={t('about')} action={add} />
      <Async of={answer}>
        {({ data }) => {
          const users = data.filter(({ provider }) => provider !== 'system');
          return (
            <>
              <h2>{t('users')}</h2>
              {users.length === 0 ? (
                <Empty small icon={FileText} title={t('noUsers')} action={add}>
                  {t('noUsersText')}
                </Empty>
              ) : (
                <Templates templates={users} />
              )}
              <h2>{t('system')}</h2>
              <Templates templates={data.filter(({ provider }) => provider === 'system')} />
            </>
          );
        }}
      </Async>
    </>
  );
}

function Templates({ templates }: { templates: readonly NotificationTemplate[] }) {
  const t = useWords(templateWords);
  return (
    <ul className={classes.list}>
      {templates.map(({ id, name, displayName, fullyQualifiedName = name, description, isModifiedFromDefault }) => (
        <li key={id}>
          <div className={classes.words}>
            <Link to={templateAddress(fullyQualifiedName)}>{sentenceCase(displayName || name)}</Link>
            {description ? <span className={classes.soft}>{description}</span> : null}
          </div>
          {isModifiedFromDefault ? <StateMark tone="info">{t('modified')}</StateMark> : null}
        </li>
      ))}
    </ul>
  );
}
