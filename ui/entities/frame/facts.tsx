import type { AssetCertification } from 'cairn/contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { editField } from '../../data/editing/edit.js';
import { useMe } from '../../data/rights.js';
import { useWords } from '../../words/define-words.js';
import { entityWords } from '../../words/entities/entity.js';
import { formatAgo, formatDate, formatNumber } from '../../words/format.js';
import type { EntityPage, EntityView } from '../entity-page.js';
import { TagChip } from '../fields/chips.js';
import { usePersonName } from '../fields/person-name.js';
import type { Choice } from '../fields/picker.js';
import { choiceOf, ReferenceField } from '../fields/reference-field.js';
import { TagField } from '../fields/tag-field.js';
import { labels, nameOf } from '../fields/values.js';
import classes from './frame.module.css';

const ChoiceField = lazy(() => import('../fields/choice-field.js').then((m) => ({ default: m.ChoiceField })));

const REFERENCES = {
  owners: {
    edit: 'editOwners',
    find: 'findOwners',
    none: 'noOwners',
    right: 'EditOwners',
    index: 'user,team',
    shortcut: 'o',
  },
  domains: {
    edit: 'editDomains',
    find: 'findDomains',
    none: 'noDomain',
    right: 'EditAll',
    index: 'domain',
    shortcut: 'd',
    single: true,
  },
  dataProducts: {
    edit: 'editDataProducts',
    find: 'findDataProducts',
    none: 'noTags',
    right: 'EditAll',
    index: 'dataProduct',
  },
} as const;

/** The facts beside an entity: owners, labels, and those that its type declares. */
export function Facts({ page, view }: { page: EntityPage; view: EntityView }) {
  const t = useWords(entityWords);
  const me = useMe();
  const { entity, may } = view;
  const updatedBy = usePersonName(String(entity.updatedBy ?? ''));
  const has = (field: string) => !page.lacks?.includes(field);
  const suggestions = [{ key: me.id, type: 'user', name: nameOf(me), fqn: me.name }, ...(me.teams ?? []).map(choiceOf)];
  const mayChoose = may('EditAll') && !entity.deleted;
  const facts = page.facts
    .map(({ label, value, choice }) => ({
      label: label(),
      shown: shownValue(value(entity)),
      choice: mayChoose ? choice : undefined,
    }))
    .filter(({ shown, choice }) => shown !== null || choice !== undefined);
  const reference = (field: keyof typeof REFERENCES, more: { suggestions?: Choice[] } = {}) => {
    const { edit, find, none, ...rest } = REFERENCES[field];
    return has(field) ? (
      <Fact label={t(field)}>
        <ReferenceField view={view} field={field} label={t(edit)} find={t(find)} none={t(none)} {...rest} {...more} />
      </Fact>
    ) : null;
  };
  return (
    <aside className={classes.facts} aria-label={t('facts')}>
      <dl className={classes.list}>
        {reference('owners', { suggestions })}
        {reference('domains')}
        {has('tags') ? (
          <Fact label={t('tags')}>
            <TagField
              labels={labels(entity.tags)}
              allowed={may('EditTags') && !entity.deleted}
              save={(tags) => void editField(view.target, '/tags', tags)}
              shortcut="t"
            />
          </Fact>
        ) : null}
        {reference('dataProducts')}
        <Certification of={entity.certification} />
        {facts.map(({ label, shown, choice }) => (
          <Fact key={label} label={label}>
            {choice ? (
              <Suspense fallback={shown}>
                <ChoiceField view={view} label={label} choice={choice}>
                  {shown}
                </ChoiceField>
              </Suspense>
            ) : (
              shown
            )}
          </Fact>
        ))}
        {entity.updatedAt ? (
          <Fact label={t('updated')}>
            {t('updatedBy', { ago: formatAgo(Number(entity.updatedAt)), name: updatedBy })}
          </Fact>
        ) : null}
      </dl>
    </aside>
  );
}

/** Shown only where there is one; the menu of the page gives it. */
function Certification({ of }: { of: unknown }) {
  const t = useWords(entityWords);
  const given = of as AssetCertification | undefined;
  if (!given) return null;
  const isOver = given.expiryDate < Date.now();
  return (
    <Fact label={t('certification')}>
      <TagChip label={given.tagLabel} />{' '}
      <span className={classes.soft}>
        {t(isOver ? 'validOver' : 'validUntil', { date: formatDate(given.expiryDate) })}
      </span>
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function shownValue(value: unknown): ReactNode {
  if (value === undefined || value === null || value === '') return null;
  return typeof value === 'number' ? formatNumber(value) : (value as ReactNode);
}
