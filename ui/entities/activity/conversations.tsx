import { SegmentedControl } from '@mantine/core';
import { createThread, listThreads } from 'cairn/client';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { entityLink } from '../../data/addresses/entity-links.js';
import { useSearchState } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { MoreButton } from '../../kit/lists/more-button.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import type { EntityView } from '../entity-page.js';
import classes from './activity.module.css';
import { MessageEditor } from './message-editor.js';
import { ThreadCard } from './thread-card.js';

const PAGE = 20;

/** What people say about an entity. */
export function Conversations({ view }: { view: EntityView }) {
  const t = useWords(activityWords);
  const link = entityLink(view.type, view.entity.fullyQualifiedName);
  if (link === null) return <Empty title={t('notLinkable')}>{t('notLinkableText')}</Empty>;
  return <ConversationList view={view} link={link} />;
}

function ConversationList({ view, link }: { view: EntityView; link: string }) {
  const t = useWords(activityWords);
  const { run } = useAction();
  const [given, setState] = useSearchState('state', 'open');
  const state = given === 'resolved' ? 'resolved' : 'open';
  const [limit, setLimit] = useState(PAGE);
  const query = { entityLink: link, type: 'Conversation', resolved: state === 'resolved', limit } as const;
  const answer = useOperation(listThreads, { query }, { keepPrevious: true });
  const start = (message: string) =>
    run(
      async () => {
        await cairn.call(createThread, { body: { message, about: link, type: 'Conversation' } });
        setState('open');
        await refresh(listThreads);
      },
      { failed: t('failedSend') },
    );
  return (
    <>
      {view.entity.deleted ? null : (
        <MessageEditor
          label={t('newConversation')}
          action={t('send')}
          place={`conversation ${view.entity.id}`}
          onSend={start}
        />
      )}
      <SegmentedControl
        size="xs"
        className={classes.views}
        w="fit-content"
        aria-label={t('state')}
        value={state}
        onChange={setState}
        data={[
          { value: 'open', label: t('open') },
          { value: 'resolved', label: t('resolved') },
        ]}
      />
      <Async of={answer}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <Empty small icon={MessagesSquare} title={t(state === 'resolved' ? 'noResolved' : 'noConversations')}>
              {t(state === 'resolved' ? 'noResolvedText' : 'noConversationsText')}
            </Empty>
          ) : (
            <>
              <ul className={classes.threads}>
                {data.map((thread) => (
                  <li key={thread.id}>
                    <ThreadCard thread={thread} may={view.may} />
                  </li>
                ))}
              </ul>
              <MoreButton
                total={paging.total}
                shown={data.length}
                load={() => setLimit(limit + PAGE)}
                w="fit-content"
              />
            </>
          )
        }
      </Async>
    </>
  );
}
