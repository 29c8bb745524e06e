import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createGlossary, listGlossaries } from 'cairn/client';
import { Boxes } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses.js';
import { cairn } from '../../data/client.js';
import { useTypeAhead } from '../../data/search.js';
import { useNavigate } from '../../data/use-address.js';
import { refresh } from '../../data/use-operation.js';
import { nameOf } from '../../entities/fields/values.js';
import { EntityFrame } from '../../entities/frame/entity-frame.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { Link } from '../../kit/link.js';
import { Async, Empty } from '../../kit/states.js';
import { Tree } from '../../kit/tree.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { governWords } from '../../words/govern.js';
import { CreateButton } from './create-button.js';
import type { Named } from './create-dialog.js';
import { partsOfFqn } from './fqn.js';
import classes from './govern.module.css';
import { GovernFrame } from './govern-frame.js';
import { useOpenFqn } from './open-fqn.js';
import { glossaryType, termType } from './types.js';
import { useTermTree } from './use-term-tree.js';

const SEARCHED = `${termType.type},${glossaryType.type}`;
const MOST_FOUND = 50;

export function GlossariesPage() {
  const t = useWords(governWords);
  const fqn = useOpenFqn(glossaryType, termType);
  const isTerm = fqn !== undefined && partsOfFqn(fqn).length > 1;
  const tree = useTermTree(fqn);
  return (
    <GovernFrame label={t('glossaries')} chosen={fqn !== undefined} list={<TermTree tree={tree} open={fqn} />}>
      {fqn === undefined ? (
        <Overview of={tree.glossaries} />
      ) : (
        <EntityFrame key={fqn} page={isTerm ? termType : glossaryType} />
      )}
    </GovernFrame>
  );
}

function TermTree({ tree, open }: { tree: ReturnType<typeof useTermTree>; open: string | undefined }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text, 150);
  const { hits } = useTypeAhead(asked, { index: SEARCHED, size: MOST_FOUND });
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
      <Async of={tree.glossaries} small>
        {() => (
          <Tree
            label={t('glossaries')}
            rows={isSearching ? found : tree.rows}
            selected={open}
            onSelect={(key) => {
              if (!tree.loadMore(key)) void navigate(addressOf(termType.type, key));
            }}
            onToggle={tree.toggle}
          />
        )}
      </Async>
    </>
  );
}

function Overview({ of }: { of: ReturnType<typeof useTermTree>['glossaries'] }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  async function create(named: Named) {
    const glossary = await cairn.call(createGlossary, { body: named });
    await refresh(listGlossaries);
    void navigate(addressOf(glossaryType.type, glossary.fullyQualifiedName ?? glossary.name));
  }
  return (
    <>
      <header className={classes.head}>
        <h1>{t('glossaries')}</h1>
        <CreateButton resource={glossaryType.type} label={t('addGlossary')} create={create} />
      </header>
      <Async of={of}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Boxes} title={t('noGlossaries')}>
              {t('noGlossariesText')}
            </Empty>
          ) : (
            <ul className={classes.cards}>
              {data.map((glossary) => (
                <li key={glossary.id}>
                  <Link
                    to={addressOf(glossaryType.type, glossary.fullyQualifiedName ?? glossary.name)}
                    className={classes.card}
                  >
                    <span className={classes.name}>
                      <TypeIcon type={glossaryType.type} /> {nameOf(glossary)}
                    </span>
                    <span className={classes.about}>{glossary.description}</span>
                    <span className={classes.counts}>
                      {t('termCount', { count: glossary.termCount ?? 0, shown: formatNumber(glossary.termCount ?? 0) })}
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </>
  );
}
