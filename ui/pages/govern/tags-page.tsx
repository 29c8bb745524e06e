import { Switch } from '@mantine/core';
import { createClassification, listClassifications } from 'cairn/client';
import { Tags } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses.js';
import { cairn } from '../../data/client.js';
import { useNavigate, useSegments } from '../../data/use-address.js';
import { refresh, useOperation } from '../../data/use-operation.js';
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
import { classificationType, tagType } from './types.js';

const MOST = 1000;

/** Classifications, and one of them or one of its tags: `/tags/…` and `/tag/…`. */
export function TagsPage() {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [word] = useSegments();
  const isTag = word === tagType.type;
  const fqn = useOpenFqn(isTag ? tagType : classificationType);
  const answer = useOperation(listClassifications, { query: { fields: 'termCount', limit: MOST } });
  return (
    <GovernFrame
      label={t('classifications')}
      chosen={fqn !== undefined}
      list={
        <Async of={answer}>
          {({ data }) => (
            <Tree
              label={t('classifications')}
              rows={data.map((classification) => ({
                key: classification.fullyQualifiedName ?? classification.name,
                label: nameOf(classification),
                depth: 0,
                icon: <TypeIcon type={classificationType.type} size={14} />,
                note: formatNumber(classification.termCount ?? 0),
              }))}
              selected={fqn === undefined ? undefined : partsOfFqn(fqn)[0]}
              onSelect={(key) => void navigate(addressOf(classificationType.type, key))}
            />
          )}
        </Async>
      }
    >
      {fqn === undefined ? (
        <Overview of={answer} />
      ) : (
        <EntityFrame key={fqn} page={isTag ? tagType : classificationType} />
      )}
    </GovernFrame>
  );
}

type Answer = ReturnType<typeof useOperation<typeof listClassifications>>;

function Overview({ of }: { of: Answer }) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const [exclusive, setExclusive] = useState(false);
  async function create(named: Named) {
    const made = await cairn.call(createClassification, { body: { ...named, mutuallyExclusive: exclusive } });
    await refresh(listClassifications);
    void navigate(addressOf(classificationType.type, made.fullyQualifiedName ?? made.name));
  }
  return (
    <>
      <header className={classes.head}>
        <h1>{t('classifications')}</h1>
        <CreateButton resource={classificationType.type} label={t('addClassification')} create={create}>
          <Switch
            label={t('exclusive')}
            checked={exclusive}
            onChange={(event) => setExclusive(event.currentTarget.checked)}
          />
        </CreateButton>
      </header>
      <Async of={of}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Tags} title={t('classifications')}>
              {t('noTagsText')}
            </Empty>
          ) : (
            <ul className={classes.cards}>
              {data.map((one) => (
                <li key={one.id}>
                  <Link
                    to={addressOf(classificationType.type, one.fullyQualifiedName ?? one.name)}
                    className={classes.card}
                  >
                    <span className={classes.name}>
                      <TypeIcon type={classificationType.type} /> {nameOf(one)}
                    </span>
                    <span className={classes.about}>{one.description}</span>
                    <span className={classes.counts}>
                      {t('tagCount', { count: one.termCount ?? 0, shown: formatNumber(one.termCount ?? 0) })}
                      {one.disabled ? ` · ${t('disabled')}` : ''}
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
