import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ClientError, Page } from 'cairn/client';
import { type ComponentType, useMemo } from 'react';
import { addressOf } from '../data/addresses.js';
import { cairn } from '../data/client.js';
import { useNavigate } from '../data/use-address.js';
import { type Column, Grid } from '../kit/grid.js';
import { Link } from '../kit/link.js';
import { plainText } from '../kit/markdown.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { contentsWords } from '../words/contents.js';
import { useWords } from '../words/define-words.js';
import { formatNumber } from '../words/format.js';
import { entityOperations } from './entity-operations.js';
import type { Entity, EntityView } from './entity-page.js';
import { ReferenceChip } from './fields/chips.js';
import { nameOf, references } from './fields/values.js';
import { TypeIcon } from './type-icon.js';

interface Contents {
  /** Type and collection of what is listed. */
  type: string;
  path: string;
  /** The parameter of its list that names the container: `databaseSchema`. */
  parameter: string;
}

const PAGE = 200;

/** The tab with the contents of an entity, such as the tables of a schema. */
export function contentsTab(contents: Contents): ComponentType<EntityView> {
  return ({ entity }) => <ContentsList key={entity.id} contents={contents} fqn={entity.fullyQualifiedName} />;
}

function ContentsList({ contents: { type, path, parameter }, fqn }: { contents: Contents; fqn: string }) {
  const t = useWords(contentsWords);
  const navigate = useNavigate();
  const { list } = entityOperations(path);
  const answer = useInfiniteQuery<Page<Entity>, ClientError>({
    queryKey: [list, 'contents', fqn],
    initialPageParam: undefined,
    queryFn: ({ pageParam, signal }) =>
      cairn.call(list, {
        query: { [parameter]: fqn, fields: 'owners', limit: PAGE, ...(pageParam ? { after: String(pageParam) } : {}) },
        signal,
      }),
    getNextPageParam: ({ paging }) => paging.after,
  });
  const rows = useMemo(() => answer.data?.pages.flatMap(({ data }) => data) ?? [], [answer.data]);
  const columns: Column<Entity>[] = [
    {
      key: 'name',
      title: t('name'),
      width: 'minmax(160px, 1fr)',
      sort: nameOf,
      cell: (one) => (
        <>
          <TypeIcon type={type} />
          <Link to={addressOf(type, one.fullyQualifiedName)}>{nameOf(one)}</Link>
        </>
      ),
    },
    {
      key: 'description',
      title: t('description'),
      width: 'minmax(160px, 2fr)',
      cell: ({ description }) => plainText(String(description ?? '')).slice(0, 200),
    },
    {
      key: 'owners',
      title: t('owners'),
      width: 'minmax(120px, 0.8fr)',
      wideOnly: true,
      cell: (one) => references(one, 'owners').map((owner) => <ReferenceChip key={owner.id} reference={owner} />),
    },
  ];
  if (answer.error) return <Failed error={answer.error} retry={answer.refetch} />;
  if (!answer.data) return <Loading />;
  if (rows.length === 0) return <Empty title={t('empty')}>{t('emptyText')}</Empty>;
  const total = answer.data.pages[0]?.paging.total ?? rows.length;
  return (
    <>
      <Grid
        label={t('contents')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={nameOf}
        onOpen={(one) => void navigate(addressOf(type, one.fullyQualifiedName))}
      />
      {answer.hasNextPage ? (
        <Button
          mt="sm"
          variant="default"
          size="xs"
          loading={answer.isFetchingNextPage}
          onClick={() => void answer.fetchNextPage()}
        >
          {t('more', { shown: formatNumber(rows.length), total: formatNumber(total) })}
        </Button>
      ) : null}
    </>
  );
}
