import { ActionIcon } from '@mantine/core';
import type { EntityReference, TagLabel } from 'cairn/client';
import { PanelRightOpen, UserRound } from 'lucide-react';
import { Fragment } from 'react';
import { addressOf } from '../../../data/addresses/addresses.js';
import type { Hit } from '../../../data/search.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Link } from '../../../kit/link.js';
import { useWords } from '../../../words/define-words.js';
import { exploreWords } from '../../../words/explore.js';
import { formatAgo, searchFieldText } from '../../../words/format.js';
import { oneLine, piecesOf } from './marked.js';
import classes from './results.module.css';

/** What of a hit the cards show. */
export const SHOWN_FIELDS =
  'id,entityType,name,displayName,fullyQualifiedName,description,owners,tags,domains,service,database,databaseSchema,glossary,classification,parent,updatedAt,deleted';

const PARENTS = ['service', 'database', 'databaseSchema', 'classification', 'glossary', 'parent'];
/** What the card shows anyway, so that it says nothing new where it matched. */
const PLAIN = /^(name|displayName|description|fullyQualifiedName)(\.|$)/;
const MOST_MATCHES = 2;
const MOST_TAGS = 4;

interface Props {
  hit: Hit;
  peeked: boolean;
  peek(): void;
}

export function ResultCard({ hit, peeked, peek }: Props) {
  const t = useWords(exploreWords);
  const { source, highlight } = hit;
  const description = highlight.description?.join(' … ') ?? String(source.description ?? '');
  const name = highlight.displayName?.[0] ?? highlight.name?.[0] ?? hit.name;
  return (
    <li className={peeked ? classes.peeked : classes.card}>
      <div className={classes.icon}>
        <TypeIcon type={hit.type} size={18} named />
      </div>
      <div className={classes.words}>
        <Parents source={source} />
        <Link to={addressOf(hit.type, hit.fqn)} className={classes.name} data-result={hit.id}>
          <Marked text={name} />
        </Link>
        <p className={description === '' ? classes.none : classes.about}>
          {description === '' ? t('noDescription') : <Marked text={oneLine(description)} />}
        </p>
        <Matches highlight={highlight} />
        <Facts source={source} />
      </div>
      <ActionIcon className={classes.look} aria-label={t('peek', { name: hit.name })} onClick={peek}>
        <PanelRightOpen size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

export function Marked({ text }: { text: string }) {
  return piecesOf(text).map(({ text: piece, matched }, i) => {
    const key = `${i} ${piece.length}`;
    return matched ? <mark key={key}>{piece}</mark> : <Fragment key={key}>{piece}</Fragment>;
  });
}

/** Where the hit is: links to what contains it. */
export function Parents({ source }: { source: Hit['source'] }) {
  const parents = PARENTS.flatMap((field) => {
    const parent = source[field] as EntityReference | undefined;
    return parent?.fullyQualifiedName ? [parent] : [];
  });
  if (parents.length === 0) return null;
  return (
    <div className={classes.parents}>
      {parents.map(({ id, type, fullyQualifiedName = '', displayName, name }) => (
        <Link key={id} to={addressOf(type, fullyQualifiedName)}>
          {displayName || name}
        </Link>
      ))}
    </div>
  );
}

function Matches({ highlight }: { highlight: Hit['highlight'] }) {
  const t = useWords(exploreWords);
  const others = Object.entries(highlight).filter(([field]) => !PLAIN.test(field));
  return others.slice(0, MOST_MATCHES).map(([field, pieces]) => (
    <div key={field} className={classes.match}>
      <span className={classes.soft}>{t('matchedIn', { field: searchFieldText(field) })}</span>{' '}
      <Marked text={oneLine(pieces.slice(0, 3).join(', '))} />
    </div>
  ));
}

function Facts({ source }: { source: Hit['source'] }) {
  const t = useWords(exploreWords);
  const owners = (source.owners ?? []) as EntityReference[];
  const tags = (source.tags ?? []) as TagLabel[];
  const domains = (source.domains ?? []) as EntityReference[];
  return (
    <div className={classes.facts}>
      {owners.length > 0 ? (
        <span className={classes.fact}>
          <UserRound size={14} aria-hidden />
          {owners.map(({ displayName, name }) => displayName || name).join(', ')}
        </span>
      ) : null}
      {domains.map(({ id, type, displayName, name }) => (
        <span key={id} className={classes.fact}>
          <TypeIcon type={type} size={14} named /> {displayName || name}
        </span>
      ))}
      {tags.slice(0, MOST_TAGS).map(({ tagFQN }) => (
        <span key={tagFQN} className={classes.tag}>
          {tagFQN}
        </span>
      ))}
      {typeof source.updatedAt === 'number' ? <span>{t('changed', { ago: formatAgo(source.updatedAt) })}</span> : null}
    </div>
  );
}
