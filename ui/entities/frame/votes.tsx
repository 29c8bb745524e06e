import { Button } from '@mantine/core';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { cairn } from '../../data/client.js';
import { useMe } from '../../data/rights.js';
import { refresh } from '../../data/use-operation.js';
import { useAction } from '../../kit/states/use-action.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { entityOperations } from '../entity-operations.js';
import type { EntityPage, EntityView } from '../entity-page.js';
import type { Reference } from '../fields/values.js';

interface VotesValue {
  upVotes?: number;
  downVotes?: number;
  upVoters?: Reference[];
  downVoters?: Reference[];
}

export function Votes({ page, view }: { page: EntityPage; view: EntityView }) {
  const t = useWords(entityWords);
  const me = useMe();
  const { run } = useAction();
  const operations = entityOperations(page.path);
  const { upVotes = 0, downVotes = 0, upVoters = [], downVoters = [] } = (view.entity.votes ?? {}) as VotesValue;
  const mine = (voters: readonly Reference[]) => voters.some(({ id }) => id === me.id);
  async function vote(type: 'votedUp' | 'votedDown', isMine: boolean) {
    const body = { updatedVoteType: isMine ? 'unVoted' : type };
    await cairn.call(operations.vote, { params: { id: view.entity.id }, body });
    await refresh(operations.get);
  }
  return (
    <Button.Group>
      <Button
        variant="default"
        size="xs"
        aria-pressed={mine(upVoters)}
        aria-label={t('upVotes', { count: upVotes })}
        onClick={() => void run(() => vote('votedUp', mine(upVoters)), { failed: t('notDone') })}
        leftSection={<ThumbsUp size={14} fill={mine(upVoters) ? 'var(--accent)' : 'none'} />}
      >
        {upVotes}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-pressed={mine(downVoters)}
        aria-label={t('downVotes', { count: downVotes })}
        onClick={() => void run(() => vote('votedDown', mine(downVoters)), { failed: t('notDone') })}
        leftSection={<ThumbsDown size={14} fill={mine(downVoters) ? 'var(--accent)' : 'none'} />}
      >
        {downVotes}
      </Button>
    </Button.Group>
  );
}
