import { getUserByName } from 'cairn/client';
import { Heart } from 'lucide-react';
import { useOperation } from '../../../data/use-operation.js';
import { EntityList } from '../../../entities/entity-list.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';

export function FollowingTab({ entity }: EntityView) {
  const t = useWords(peopleWords);
  const answer = useOperation(getUserByName, {
    params: { fqn: entity.fullyQualifiedName },
    query: { fields: 'follows', include: 'all' },
  });
  return (
    <Async of={answer}>
      {({ follows = [] }) =>
        follows.length === 0 ? (
          <Empty icon={Heart} title={t('followsNothing')}>
            {t('followsNothingText')}
          </Empty>
        ) : (
          <EntityList
            items={follows.map((one) => ({
              type: one.type,
              fqn: one.fullyQualifiedName ?? nameOf(one),
              name: nameOf(one),
            }))}
          />
        )
      }
    </Async>
  );
}
