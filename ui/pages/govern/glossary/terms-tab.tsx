import {
  createGlossaryTerm,
  getGlossaryByName,
  getGlossaryTermByName,
  listGlossaries,
  listGlossaryTerms,
} from 'cairn/client';
import { Hash } from 'lucide-react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { partsOfFqn } from '../../../data/addresses/fqn.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh } from '../../../data/use-operation.js';
import { prefetchPages, usePages } from '../../../data/use-pages.js';
import { CreateButton } from '../../../entities/create-button.js';
import type { Named } from '../../../entities/create-dialog.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf } from '../../../entities/fields/values.js';
import { PagedGrid } from '../../../kit/lists/paged-grid.js';
import { Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { wordOf } from '../../../words/format.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';
import { aboutColumn, nameColumn } from '../parts/columns.js';
import { glossaryType, termType } from '../types.js';
import { MoveTerm } from './move-term.js';

const termsBelow = (fqn: string) => ({ query: { directChildrenOf: fqn, fields: 'childrenCount,owners' } });

TermsTab.ahead = (fqn: string) => prefetchPages(listGlossaryTerms, termsBelow(fqn));

/** The terms right below a glossary or a term. */
export function TermsTab(view: EntityView) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const { type, entity } = view;
  const fqn = entity.fullyQualifiedName;
  const pages = usePages(listGlossaryTerms, termsBelow(fqn));
  async function create(named: Named) {
    const isBelowTerm = type !== glossaryType.type;
    const body = { ...named, glossary: partsOfFqn(fqn)[0] ?? fqn, ...(isBelowTerm ? { parent: fqn } : {}) };
    const term = await cairn.call(createGlossaryTerm, { body });
    await refresh(listGlossaryTerms, listGlossaries, getGlossaryByName, getGlossaryTermByName);
    void navigate(addressOf(termType.type, term.fullyQualifiedName ?? term.name));
  }
  return (
    <>
      <div className={classes.bar}>
        {type === termType.type ? <MoveTerm view={view} /> : null}
        <CreateButton resource={termType.type} label={t('addTerm')} create={create} />
      </div>
      <PagedGrid
        of={pages}
        label={t('terms')}
        rowKey={({ id }) => id}
        rowName={nameOf}
        empty={
          <Empty small icon={Hash} title={t('noTerms')}>
            {t('noTermsText')}
          </Empty>
        }
        columns={[
          nameColumn(termType.type, t('term')),
          aboutColumn(t('description')),
          { key: 'status', title: t('status'), width: '110px', cell: ({ entityStatus }) => wordOf(entityStatus) },
          {
            key: 'terms',
            title: t('terms'),
            width: '80px',
            align: 'end',
            sort: ({ childrenCount }) => childrenCount,
            cell: ({ childrenCount }) => childrenCount,
          },
        ]}
      />
    </>
  );
}
