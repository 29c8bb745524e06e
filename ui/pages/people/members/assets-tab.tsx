import type { EntityReference, Operation, Page } from 'cairn/client';
import { Package } from 'lucide-react';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { useOperation } from '../../../data/use-operation.js';
import { EntityList } from '../../../entities/entity-list.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Paging, pageOf } from '../../../kit/lists/paging.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { peopleWords } from '../../../words/people/people.js';

type List = Operation<{
  params: { id: string };
  query: { limit?: number; offset?: number };
  body: undefined;
  answer: Page<EntityReference>;
}>;
const SIZE = 50;

/** What a person or a team owns. */
export function AssetsTab({ type, entity }: EntityView) {
  const t = useWords(peopleWords);
  const [page, setPage] = useSearchState('page', '1');
  const at = pageOf(page);
  const isTeam = type === 'team';
  const list: List = `GET /v1/${isTeam ? 'teams' : 'users'}/{id}/assets`;
  const answer = useOperation(
    list,
    { params: { id: entity.id }, query: { limit: SIZE, offset: (at - 1) * SIZE } },
    { keepPrevious: true },
  );
  return (
    <Async of={answer}>
      {({ data, paging }) =>
        data.length === 0 ? (
          <Empty icon={Package} title={t(isTeam ? 'noAssets' : 'ownsNothing')}>
            {t(isTeam ? 'noAssetsText' : 'ownsNothingText')}
          </Empty>
        ) : (
          <>
            <EntityList
              items={data.map((one) => ({
                type: one.type,
                fqn: one.fullyQualifiedName ?? nameOf(one),
                name: nameOf(one),
              }))}
            />
            <Paging total={paging.total} size={SIZE} page={at} go={(next) => setPage(String(next), { push: true })} />
          </>
        )
      }
    </Async>
  );
}
