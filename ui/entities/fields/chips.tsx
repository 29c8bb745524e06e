import type { TagLabel } from 'cairn/contract';
import { Hash, Tag } from 'lucide-react';
import { addressOf } from '../../data/addresses/addresses.js';
import { Initials } from '../../kit/initials.js';
import { Link } from '../../kit/link.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { TypeIcon } from '../type-icon.js';
import classes from './fields.module.css';
import { nameOf, nameOfLabel, type Reference } from './values.js';

/** A person, team, domain or other entity, as a link. */
export function ReferenceChip({ reference }: { reference: Reference }) {
  const t = useWords(entityWords);
  const { type, fullyQualifiedName, name, inherited } = reference;
  return (
    <Link
      to={addressOf(type, String(fullyQualifiedName ?? name ?? reference.id))}
      className={classes.chip}
      title={inherited ? t('inherited') : undefined}
      data-inherited={inherited || undefined}
    >
      {type === 'user' ? <Initials name={nameOf(reference)} /> : <TypeIcon type={type} size={14} />}
      <span className={classes.chipName}>{nameOf(reference)}</span>
    </Link>
  );
}

/** Entities as links; of more than `most`, the first, and how many others there are. */
export function ReferenceChips({
  references,
  most = references.length,
}: {
  references: readonly Reference[];
  most?: number;
}) {
  return (
    <>
      {references.slice(0, most).map((one) => (
        <ReferenceChip key={one.id} reference={one} />
      ))}
      {references.length > most && `+${references.length - most}`}
    </>
  );
}

export function TagChip({ label }: { label: TagLabel }) {
  const t = useWords(entityWords);
  const isTerm = label.source === 'Glossary';
  const Sign = isTerm ? Hash : Tag;
  return (
    <Link
      to={isTerm ? addressOf('glossaryTerm', label.tagFQN) : `/tag/${encodeURIComponent(label.tagFQN)}`}
      className={classes.chip}
      title={label.labelType === 'Derived' ? t('derived') : label.tagFQN}
      data-tag
    >
      <Sign size={12} aria-hidden />
      <span className={classes.chipName}>{nameOfLabel(label)}</span>
    </Link>
  );
}
