import { Switch } from '@mantine/core';
import { createClassification, listClassifications } from 'cairn/client';
import type { Classification } from 'cairn/contract';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { partsOfFqn } from '../../../data/addresses/fqn.js';
import { useNavigate, useSegments } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { type Paged, usePages } from '../../../data/use-pages.js';
import { CreateButton } from '../../../entities/create-button.js';
import type { Named } from '../../../entities/create-dialog.js';
import { nameOf } from '../../../entities/fields/values.js';
import { EntityFrame } from '../../../entities/frame/entity-frame.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Listed } from '../../../kit/lists/paged-grid.js';
import { Tree, type TreeRow } from '../../../kit/lists/tree.js';
import { Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { governWords } from '../../../words/govern.js';
import { GovernFrame } from '../parts/govern-frame.js';
import { useOpenFqn } from '../parts/open-fqn.js';
import { Overview } from '../parts/overview.js';
import { classificationType, tagType } from '../types.js';

const MORE = '\u0000more';

/** Classifications, and one of them or one of its tags: `/tags/…` and `/tag/…`. */
export function TagsPage() {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [word] = useSegments();
  const isTag = word === tagType.type;
  const fqn = useOpenFqn(isTag ? tagType : classificationType);
  const pages = usePages(listClassifications, { query: { fields: 'termCount' } });
  return (
    <GovernFrame
      label={t('classifications')}
      chosen={fqn !== undefined}
      list={
        <Listed of={pages}>
          <Tree
            label={t('classifications')}
            rows={[
              ...pages.rows.map(rowOf),
              ...(pages.hasMore ? [{ key: MORE, label: t('moreOf'), depth: 0, isMore: true }] : []),
            ]}
            selected={fqn === undefined ? undefined : partsOfFqn(fqn)[0]}
            onSelect={(key) => void navigate(addressOf(classificationType.type, key))}
            onMore={pages.more}
          />
        </Listed>
      }
    >
      {fqn === undefined ? (
        <AllClassifications pages={pages} />
      ) : (
        <EntityFrame key={fqn} page={isTag ? tagType : classificationType} />
      )}
    </GovernFrame>
  );
}

function rowOf(classification: Classification): TreeRow {
  return {
    key: classification.fullyQualifiedName ?? classification.name,
    label: nameOf(classification),
    depth: 0,
    icon: <TypeIcon type={classificationType.type} size={14} />,
    note: formatNumber(classification.termCount ?? 0),
  };
}

function AllClassifications({ pages }: { pages: Paged<Classification> }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [exclusive, setExclusive] = useState(false);
  async function create(named: Named) {
    const made = await cairn.call(createClassification, { body: { ...named, mutuallyExclusive: exclusive } });
    await refresh(listClassifications);
    void navigate(addressOf(classificationType.type, made.fullyQualifiedName ?? made.name));
  }
  const add = (
    <CreateButton resource={classificationType.type} label={t('addClassification')} create={create}>
      <Switch
        label={t('exclusive')}
        checked={exclusive}
        onChange={(event) => setExclusive(event.currentTarget.checked)}
      />
    </CreateButton>
  );
  return (
    <Overview
      title={t('classifications')}
      add={add}
      type={classificationType.type}
      cards={pages.rows.map((one) => ({
        fqn: one.fullyQualifiedName ?? one.name,
        name: nameOf(one),
        about: one.description,
        counts: `${t('tagCount', { count: one.termCount ?? 0, shown: formatNumber(one.termCount ?? 0) })}${
          one.disabled ? ` · ${t('disabled')}` : ''
        }`,
      }))}
      empty={
        <Listed of={pages}>
          <Empty icon={Tags} title={t('classifications')}>
            {t('noTagsText')}
          </Empty>
        </Listed>
      }
    />
  );
}
