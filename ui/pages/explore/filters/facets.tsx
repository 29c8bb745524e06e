import { TextInput, UnstyledButton } from '@mantine/core';
import { getAggregateFields } from 'cairn/client';
import type { JsonObject } from 'cairn/contract';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { type Bucket, readBuckets } from '../../../data/search.js';
import { useOperation } from '../../../data/use-operation.js';
import { CheckLine } from '../../../kit/lists/check.js';
import { useRest } from '../../../kit/use-rest.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import { formatNumber } from '../../../words/format.js';
import { askOf, type Explore } from '../use-explore.js';
import classes from './facets.module.css';
import { includesValue, toggled } from './quick-filter.js';

/** Fields to filter by, in their order; those that people use least are closed at first. */
const FACETS: readonly [field: string, open: boolean][] = [
  ['owners.displayName.keyword', true],
  ['tags.tagFQN', true],
  ['domains.displayName.keyword', true],
  ['dataProducts.displayName.keyword', true],
  ['tier.tagFQN', true],
  ['certification.tagLabel.tagFQN', false],
  ['service.displayName.keyword', true],
  ['serviceType', false],
  ['database.displayName.keyword', false],
  ['databaseSchema.displayName.keyword', false],
  ['tableType', false],
  ['columns.name.keyword', false],
];
/** How many a window shows. */
const FIRST = 3;
const SHOWN = 6;
/** With more values than this one can look for one. */
const MANY = 10;
const MOST = 100;

/** Filters with counts. `counted`: the answer of the search, which counts what the filters leave. */
export function Facets({ explore, counted }: { explore: Explore; counted: JsonObject | undefined }) {
  const t = useWords(exploreWords);
  const facets = FACETS.filter(
    ([field]) => explore.chosen.has(field) || (counted && readBuckets(counted, field).length > 0),
  );
  return (
    <div className={classes.facets}>
      {facets.length > 0 ? <FacetList facets={facets} explore={explore} counted={counted} /> : null}
      {counted && facets.length === 0 ? <p className={classes.soft}>{t('noFilters')}</p> : null}
      <CheckLine
        className={classes.deleted}
        checked={explore.deleted}
        onChange={() => explore.change({ showDeleted: String(!explore.deleted) })}
      >
        {t('deleted')}
      </CheckLine>
    </div>
  );
}

interface FacetListProps {
  facets: typeof FACETS;
  explore: Explore;
  counted: JsonObject | undefined;
}

function FacetList({ facets, explore, counted }: FacetListProps) {
  const shown = useRest() ? facets : facets.slice(0, FIRST);
  return shown.map(([field, open]) => (
    <Facet
      key={field}
      field={field}
      open={open || explore.chosen.has(field)}
      explore={explore}
      counted={counted ? readBuckets(counted, field) : []}
    />
  ));
}

interface FacetProps {
  field: string;
  open: boolean;
  explore: Explore;
  counted: Bucket[];
}

function Facet({ field, open, explore, counted }: FacetProps) {
  const t = useWords(exploreWords);
  const [opened, setOpened] = useState(open);
  const list = useId();
  const name = t(`field.${field}` as 'field.serviceType');
  const Sign = opened ? ChevronDown : ChevronRight;
  return (
    <section className={classes.facet}>
      <h2 className={classes.heading}>
        <UnstyledButton
          className={classes.head}
          aria-expanded={opened}
          aria-controls={list}
          onClick={() => setOpened(!opened)}
        >
          <Sign size={14} aria-hidden /> {name}
        </UnstyledButton>
      </h2>
      <div id={list} hidden={!opened}>
        {opened ? <Values field={field} name={name} explore={explore} counted={counted} /> : null}
      </div>
    </section>
  );
}

function Values({ field, name, explore, counted }: Omit<FacetProps, 'open'> & { name: string }) {
  const t = useWords(exploreWords);
  const [looked, setLooked] = useState('');
  const [all, setAll] = useState(false);
  const buckets = useBuckets(field, explore, counted);
  const chosen = explore.chosen.get(field) ?? [];
  const fits = buckets.filter(({ value }) => value.toLowerCase().includes(looked.trim().toLowerCase()));
  const shown = all || looked !== '' ? fits : fits.slice(0, Math.max(SHOWN, chosen.length));
  return (
    <>
      {buckets.length > MANY ? (
        <TextInput
          size="xs"
          className={classes.look}
          aria-label={t('valuesOf', { name })}
          placeholder={t('valuesOf', { name })}
          value={looked}
          onChange={(event) => setLooked(event.currentTarget.value)}
        />
      ) : null}
      {shown.map(({ value, count }) => (
        <CheckLine
          key={value}
          className={classes.value}
          checked={includesValue(chosen, value)}
          onChange={() => explore.choose(toggled(explore.chosen, field, value))}
        >
          <span className={classes.text}>{value}</span> <span className={classes.count}>{formatNumber(count)}</span>
        </CheckLine>
      ))}
      {looked === '' && fits.length > SHOWN ? (
        <UnstyledButton className={classes.more} onClick={() => setAll(!all)}>
          {all ? t('fewerValues') : t('moreValues', { count: fits.length - shown.length })}
        </UnstyledButton>
      ) : null}
    </>
  );
}

/** What is counted where a value is chosen leaves this field's filter out: the others can be added. */
function useBuckets(field: string, explore: Explore, counted: Bucket[]): Bucket[] {
  const chosen = explore.chosen.get(field) ?? [];
  const answer = useOperation(
    getAggregateFields,
    { query: { ...askOf(explore, { except: field }), field, size: MOST, include_labels: true } },
    { enabled: chosen.length > 0, keepPrevious: true },
  );
  const buckets = chosen.length > 0 && answer.data ? readBuckets(answer.data.value as JsonObject, field) : counted;
  const counts = buckets.map(({ value }) => value);
  const missing = chosen.filter((value) => !includesValue(counts, value));
  const isChosen = ({ value }: Bucket) => (includesValue(chosen, value) ? 0 : 1);
  return [...missing.map((value) => ({ value, count: 0 })), ...buckets].sort((a, b) => isChosen(a) - isChosen(b));
}
