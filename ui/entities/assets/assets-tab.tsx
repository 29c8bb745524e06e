import { Alert, Button } from '@mantine/core';
import type { BulkOperationResult, EntityReference, Operation, Page } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { Unlink } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useSearchState } from '../../data/addresses/use-address.js';
import { cairn } from '../../data/client.js';
import { queryClient } from '../../data/query-client.js';
import { type Right, useMay } from '../../data/rights.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import { Link } from '../../kit/link.js';
import cards from '../../kit/lists/cards.module.css';
import cells from '../../kit/lists/cells.module.css';
import { Grid } from '../../kit/lists/grid.js';
import { Paging } from '../../kit/lists/paging.js';
import { sentenceOf } from '../../kit/states/sentence.js';
import { Async, Empty } from '../../kit/states/states.js';
import { useFocusBack } from '../../kit/use-focus-back.js';
import { useWords } from '../../words/define-words.js';
import { governWords } from '../../words/govern.js';
import type { EntityView } from '../entity-page.js';
import { AddPicker } from '../fields/add-picker.js';
import { nameOf } from '../fields/values.js';
import { nameOfType } from '../registry.js';
import { TypeIcon } from '../type-icon.js';
import classes from './assets.module.css';

type List = Operation<{
  params: { fqn: string };
  query: { limit?: number; offset?: number };
  body: undefined;
  answer: Page<EntityReference>;
}>;
type Change = Operation<{
  params: Record<string, string>;
  query: object;
  body: { dryRun: boolean; assets: unknown[] };
  answer: BulkOperationResult;
}>;

/** Paths of the collections, whether assets are put into their entities by name or by id, and types of assets that have no such field. */
const PATHS: Readonly<Record<string, [path: string, by: 'name' | 'id', lacking: readonly string[]]>> = {
  domain: ['/v1/domains', 'name', []],
  dataProduct: ['/v1/dataProducts', 'name', ['dataProduct', 'promptTemplate', 'query', 'tag']],
  glossaryTerm: ['/v1/glossaryTerms', 'id', ['tag']],
  tag: ['/v1/tags', 'id', ['tag']],
  metric: ['/v1/metrics', 'name', []],
};
/** What it takes to label an asset; to be in another collection takes the right to edit that. */
const LABELS: Readonly<Record<string, Right>> = { glossaryTerm: 'EditGlossaryTerms', tag: 'EditTags' };
const SIZE = 50;

interface Outcome {
  text: string;
  failed: readonly { name: string; message: string }[];
}

/** The assets that belong to it, or have it as a label; adding and removing shows the result for each. */
export function AssetsTab({ type, entity, target, may }: EntityView) {
  const t = useWords(governWords);
  const [path, by] = PATHS[type] ?? ['', 'id'];
  const list: List = `GET ${path}/name/{fqn}/assets`;
  const [page, setPage] = useSearchState('page', '1');
  const at = Math.max(1, Math.trunc(Number(page)) || 1);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  const adding = useRef<HTMLButtonElement>(null);
  useFocusBack(selected.size > 0, adding);
  const fqn = entity.fullyQualifiedName;
  const answer = useOperation(
    list,
    { params: { fqn }, query: { limit: SIZE, offset: (at - 1) * SIZE } },
    { keepPrevious: true },
  );
  const label = LABELS[type];
  const mayLabel = useMay('table', label ?? 'EditTags') === 'yes';
  const allowed = label ? mayLabel : may('EditAll');
  async function change(way: 'add' | 'remove', assets: readonly { id: string; type: string }[]) {
    const operation: Change = `PUT ${path}/{${by}}/assets/${way}`;
    try {
      const params = { [by]: by === 'name' ? fqn : entity.id };
      const result = await cairn.call(operation, {
        params,
        // Requests about tags and terms only try it out unless they say otherwise.
        body: { dryRun: false, assets: assets.map(({ id, type: of }) => ({ id, type: of })) },
      });
      const count = result.numberOfRowsPassed ?? 0;
      setOutcome({ text: t(way === 'add' ? 'addedCount' : 'removedCount', { count }), failed: failuresOf(result) });
    } catch (error) {
      setOutcome({ text: sentenceOf(error), failed: [] });
    }
    setSelected(new Set());
    await Promise.all([refresh(list), queryClient.invalidateQueries({ queryKey: target.key })]);
  }
  return (
    <>
      <div className={classes.bar}>
        <Results outcome={outcome} close={() => setOutcome(undefined)} />
        {allowed ? (
          <AddAssets ref={adding} filter={canBeAdded(type, entity.id)} add={(choices) => void change('add', choices)} />
        ) : null}
      </div>
      <Async of={answer}>
        {({ data, paging }) => (
          <>
            {selected.size > 0 ? (
              <Button
                size="xs"
                variant="default"
                leftSection={<Unlink size={14} aria-hidden />}
                onClick={() =>
                  void change(
                    'remove',
                    data.filter(({ id }) => selected.has(id)),
                  )
                }
              >
                {t('removeAssets', { count: selected.size })}
              </Button>
            ) : null}
            <AssetGrid assets={data} {...(allowed ? { selected, onSelect: setSelected } : {})} />
            <Paging total={paging.total} size={SIZE} page={at} go={(next) => setPage(String(next), { push: true })} />
          </>
        )}
      </Async>
    </>
  );
}

interface GridProps {
  assets: readonly EntityReference[];
  selected?: ReadonlySet<string>;
  onSelect?: (keys: ReadonlySet<string>) => void;
}

export function AssetGrid({ assets, ...selection }: GridProps) {
  const t = useWords(governWords);
  if (assets.length === 0)
    return (
      <Empty small title={t('noAssets')}>
        {t('noAssetsText')}
      </Empty>
    );
  return (
    <Grid
      label={t('assets')}
      rows={assets}
      rowKey={({ id }) => id}
      rowName={nameOf}
      {...selection}
      columns={[
        {
          key: 'name',
          title: t('asset'),
          width: 'minmax(160px, 3fr)',
          sort: nameOf,
          cell: (asset) => (
            <Link to={addressOf(asset.type, asset.fullyQualifiedName ?? '')} className={cells.linked}>
              {nameOf(asset)}
            </Link>
          ),
        },
        {
          key: 'type',
          title: t('type'),
          width: '140px',
          sort: ({ type }) => nameOfType(type),
          cell: ({ type }) => (
            <>
              <TypeIcon type={type} size={14} /> {nameOfType(type)}
            </>
          ),
        },
        {
          key: 'description',
          title: t('description'),
          width: 'minmax(0, 4fr)',
          wideOnly: true,
          cell: ({ description }) => <span className={cards.about}>{description}</span>,
        },
      ]}
    />
  );
}

/** What the server would take: not the entity itself, and nothing of a type that lacks the field. */
function canBeAdded(type: string, id: string): JsonObject {
  const [, , lacking = []] = PATHS[type] ?? [];
  return { bool: { must_not: [{ terms: { entityType: lacking } }, { ids: { values: [id] } }] } };
}

interface AddProps {
  filter: JsonObject;
  add(choices: readonly { id: string; type: string }[]): void;
  ref: RefObject<HTMLButtonElement | null>;
}

function AddAssets(props: AddProps) {
  const t = useWords(governWords);
  return (
    <span className={classes.line}>
      {t('addAssets')}
      <AddPicker label={t('addAssets')} find={t('findAssets')} index="dataAsset" {...props} />
    </span>
  );
}

function Results({ outcome, close }: { outcome: Outcome | undefined; close(): void }) {
  const t = useWords(governWords);
  if (!outcome) return <span />;
  const { text, failed } = outcome;
  return (
    <Alert
      role="status"
      color={failed.length > 0 ? 'red' : 'green'}
      withCloseButton
      closeButtonLabel={t('closeResults')}
      onClose={close}
      title={text}
    >
      {failed.length > 0 ? (
        <>
          {t('failedCount', { count: failed.length })}
          <ul className={classes.results}>
            {failed.map(({ name, message }) => (
              <li key={name}>
                {name}: {message}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Alert>
  );
}

function failuresOf({ failedRequest = [] }: BulkOperationResult): Outcome['failed'] {
  return failedRequest.map(({ request, message = '' }) => {
    const asset = (typeof request === 'object' && request !== null ? request : {}) as Partial<EntityReference>;
    return { name: asset.fullyQualifiedName ?? asset.name ?? asset.id ?? '', message };
  });
}
