import { Button, Menu } from '@mantine/core';
import {
  addPostToThread,
  deletePostFromThread,
  deleteThread,
  getAllPostOfThread,
  getThreadByID,
  type JsonPatch,
  listThreads,
  patchPostOfThread,
  patchThread,
} from 'cairn/client';
import type { Post, Reaction, ReactionType, Thread } from 'cairn/contract';
import { Check, Reply, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { readEntityLink } from '../../data/addresses/entity-links.js';
import { cairn } from '../../data/client.js';
import { readDraft } from '../../data/editing/drafts.js';
import { type Right, useMe } from '../../data/rights.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { activityWords } from '../../words/entities/activity.js';
import { formatNumber } from '../../words/format.js';
import { usePersonName } from '../fields/person-name.js';
import classes from './activity.module.css';
import { MessageEditor } from './message-editor.js';
import { Spoken } from './spoken.js';

type Failure = 'failedSend' | 'failedSave' | 'failedRemove' | 'failedReact' | 'failedResolve';

/** Sends a change of a conversation, and asks again for all that show it. */
function useChange() {
  const t = useWords(activityWords);
  const { run } = useAction();
  return (failed: Failure, work: () => Promise<unknown>) =>
    run(
      async () => {
        await work();
        await refresh(listThreads, getAllPostOfThread, getThreadByID);
      },
      { failed: t(failed) },
    );
}

/** The patch that adds or takes back a reaction; the tests keep it from taking one of somebody else. */
function reactionPatch(reactions: readonly Reaction[], userId: string, type: ReactionType, add: boolean): JsonPatch {
  if (add)
    return [{ op: 'add', path: '/reactions/-', value: { reactionType: type, user: { id: userId, type: 'user' } } }];
  const at = reactions.findIndex(({ reactionType, user }) => reactionType === type && user.id === userId);
  return [
    { op: 'test', path: `/reactions/${at}/user/id`, value: userId },
    { op: 'test', path: `/reactions/${at}/reactionType`, value: type },
    { op: 'remove', path: `/reactions/${at}` },
  ];
}

interface Props {
  thread: Thread;
  /** What may be done with the entity that it is about. */
  may: (right: Right) => boolean;
}

/** A conversation: how it began, and the replies. */
export function ThreadCard({ thread, may }: Props) {
  const t = useWords(activityWords);
  const me = useMe();
  const change = useChange();
  const { id, createdBy: who = '', message, threadTs = 0, reactions = [], resolved = false } = thread;
  const part = readEntityLink(thread.about)?.part[1];
  const named = usePersonName(who);
  const isOwn = who === me.name;
  const inCharge = isOwn || may('EditAll');
  const patch = (failed: Failure, body: JsonPatch) =>
    change(failed, () => cairn.call(patchThread, { params: { id }, body }));
  return (
    <article className={classes.thread} aria-label={t('textOf', { name: named })}>
      {part === undefined ? null : <code className={classes.soft}>{part}</code>}
      <Spoken
        id={id}
        who={who}
        named={named}
        fqn={who}
        at={threadTs}
        text={message}
        reactions={reactions}
        react={(type, add) => patch('failedReact', reactionPatch(reactions, me.id, type, add))}
        edit={isOwn ? (text) => patch('failedSave', [{ op: 'replace', path: '/message', value: text }]) : undefined}
        remove={
          isOwn || may('Delete')
            ? () => change('failedRemove', () => cairn.call(deleteThread, { params: { id } }))
            : undefined
        }
        removing={{ title: t('removeConversation'), text: t('removeConversationText') }}
        items={
          inCharge ? (
            <Menu.Item
              leftSection={resolved ? <RotateCcw size={14} aria-hidden /> : <Check size={14} aria-hidden />}
              onClick={() => void patch('failedResolve', [{ op: 'replace', path: '/resolved', value: !resolved }])}
            >
              {t(resolved ? 'reopen' : 'resolve')}
            </Menu.Item>
          ) : null
        }
      />
      <Replies thread={thread} inCharge={inCharge} />
      <ReplyForm thread={thread} named={named} />
    </article>
  );
}

function Replies({ thread, inCharge }: { thread: Thread; inCharge: boolean }) {
  const t = useWords(activityWords);
  const [all, setAll] = useState(false);
  const { id, posts: newest = [], postsCount = 0 } = thread;
  const answer = useOperation(getAllPostOfThread, { params: { id }, query: { limit: 1000 } }, { enabled: all });
  const posts = answer.data?.value.data ?? newest;
  if (posts.length === 0) return null;
  return (
    <>
      {postsCount > posts.length ? (
        <Button
          size="compact-xs"
          variant="subtle"
          w="fit-content"
          loading={answer.isFetching}
          onClick={() => setAll(true)}
        >
          {t('allReplies', { count: postsCount, shown: formatNumber(postsCount) })}
        </Button>
      ) : null}
      <ol className={classes.replies}>
        {posts.map((post) => (
          <li key={post.id}>
            <ReplyText threadId={id} post={post} inCharge={inCharge} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ReplyText({ threadId, post, inCharge }: { threadId: string; post: Post; inCharge: boolean }) {
  const me = useMe();
  const change = useChange();
  const { id, from, message, postTs = 0, reactions = [] } = post;
  const params = { id: threadId, postId: id };
  const isOwn = from === me.name;
  const patch = (failed: Failure, body: JsonPatch) =>
    change(failed, () => cairn.call(patchPostOfThread, { params, body }));
  return (
    <Spoken
      id={id}
      who={from}
      named={usePersonName(from)}
      fqn={from}
      at={postTs}
      text={message}
      reactions={reactions}
      react={(type, add) => patch('failedReact', reactionPatch(reactions, me.id, type, add))}
      edit={isOwn ? (text) => patch('failedSave', [{ op: 'replace', path: '/message', value: text }]) : undefined}
      remove={
        isOwn || inCharge ? () => change('failedRemove', () => cairn.call(deletePostFromThread, { params })) : undefined
      }
    />
  );
}

function ReplyForm({ thread: { id }, named }: { thread: Thread; named: string }) {
  const t = useWords(activityWords);
  const me = useMe();
  const change = useChange();
  const place = `reply ${id}`;
  const [open, setOpen] = useState(() => readDraft(me.id, place) !== null);
  const [wasOpen, setWasOpen] = useState(open);
  function close() {
    setOpen(false);
    setWasOpen(true);
  }
  if (!open)
    return (
      <Button
        size="compact-xs"
        variant="subtle"
        w="fit-content"
        leftSection={<Reply size={14} aria-hidden />}
        autoFocus={wasOpen}
        onClick={() => setOpen(true)}
      >
        {t('reply')}
      </Button>
    );
  return (
    <MessageEditor
      label={t('replyTo', { name: named })}
      action={t('reply')}
      place={place}
      autoFocus
      onSend={async (message) => {
        const sent = await change('failedSend', () =>
          cairn.call(addPostToThread, { params: { id }, body: { message } }),
        );
        if (sent) close();
        return sent;
      }}
      onCancel={close}
    />
  );
}
