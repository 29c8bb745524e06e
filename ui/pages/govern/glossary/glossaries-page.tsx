import { TextInput } from '@mantine/core';
import { createGlossary, listGlossaries } from 'cairn/client';
import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { partsOfFqn } from '../../../data/addresses/fqn.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { askAhead } from '../../../data/ask-ahead.js';
import { cairn } from '../../../data/client.js';
import { useTypeAhead } from '../../../data/search.js';
import { refresh } from '../../../data/use-operation.js';
import { prefetchPages } from '../../../data/use-pages.js';
import { CreateButton } from '../../../entities/create-button.js';
import type { Named } from '../../../entities/create-dialog.js';
import { nameOf } from '../../../entities/fields/values.js';
import { EntityFrame } from '../../../entities/frame/entity-frame.js';
import { prepareEntity } from '../../../entities/frame/prepare-tab.js';
import { entityAddress } from '../../../entities/frame/question.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Listed } from '../../../kit/lists/paged-grid.js';
import { Tree } from '../../../kit/lists/tree.js';
import { Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';
import { GovernFrame } from '../parts/govern-frame.js';
import { useOpenFqn } from '../parts/open-fqn.js';
import { Overview } from '../parts/overview.js';
import { glossaryType, termType } from '../types.js';
import { ALL_GLOSSARIES, useTermTree } from './use-term-tree.js';

const SEARCHED = `${termType.type},${glossaryType.type}`;
const MOST_FOUND = 50;

void askAhead(['glossary'], (segments) => {
  prefetchPages(...ALL_GLOSSARIES);
  const { fqn } = entityAddress(glossaryType, segments);
  prepareEntity(partsOfFqn(fqn).length > 1 ? termType : glossaryType, segments);
});

export function GlossariesPage() {
  const t = useWords(governWords);
  const fqn = useOpenFqn(glossaryType, termType);
  const isTerm = fqn !== undefined && partsOfFqn(fqn).length > 1;
  const tree = useTermTree(fqn);
  return (
    <GovernFrame label={t('glossaries')} chosen={fqn !== undefined} list={<TermTree tree={tree} open={fqn} />}>
      {fqn === undefined ? (
        <AllGlossaries glossaries={tree.glossaries} />
      ) : (
        <EntityFrame key={fqn} page={isTerm ? termType : glossaryType} />
      )}
    </GovernFrame>
  );
}

type TermTreeRows = ReturnType<typeof useTermTree>;

function TermTree({ tree, open }: { tree: TermTreeRows; open: string | undefined }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { hits } = useTypeAhead(text, { index: SEARCHED, size: MOST_FOUND });
  const found = hits.map(({ type, fqn, name }) => ({
    key: fqn,
    label: name,
    depth: 0,
    icon: <TypeIcon type={type} size={14} />,
  }));
  const isSearching = text.trim() !== '';
  return (
    <>
      <TextInput
        size="xs"
        aria-label={t('findTerm')}
        placeholder={t('findTerm')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isSearching && found.length === 0 ? <p className={classes.soft}>{t('nothingFound')}</p> : null}
      <Listed of={tree.glossaries}>
        <Tree
          label={t('glossaries')}
          rows={isSearching ? found : tree.rows}
          selected={open}
          onSelect={(key) => void navigate(addressOf(termType.type, key))}
          onToggle={tree.toggle}
          onMore={tree.loadMore}
        />
      </Listed>
    </>
  );
}

function AllGlossaries({ glossaries }: { glossaries: TermTreeRows['glossaries'] }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  async function create(named: Named) {
    const glossary = await cairn.call(createGlossary, { body: named });
    await refresh(listGlossaries);
    void navigate(addressOf(glossaryType.type, glossary.fullyQualifiedName ?? glossary.name));
  }
  return (
    <Overview
      title={t('glossaries')}
      add={<CreateButton resource={glossaryType.type} label={t('addGlossary')} create={create} />}
      type={glossaryType.type}
      cards={glossaries.rows.map((glossary) => ({
        fqn: glossary.fullyQualifiedName ?? glossary.name,
        name: nameOf(glossary),
        about: glossary.description,
        counts: t('termCount', { count: glossary.termCount ?? 0, shown: formatNumber(glossary.termCount ?? 0) }),
      }))}
      empty={
        <Listed of={glossaries}>
          <Empty icon={Boxes} title={t('noGlossaries')}>
            {t('noGlossariesText')}
          </Empty>
        </Listed>
      }
    />
  );
}
