import {
  createGlossaryTerm,
  getGlossaryByName,
  getGlossaryTermByName,
  listGlossaries,
  listGlossaryTerms,
} from 'cairn/client';
import { Hash } from 'lucide-react';
import { addressOf } from '../../data/addresses.js';
import { cairn } from '../../data/client.js';
import { useNavigate } from '../../data/use-address.js';
import { refresh, useOperation } from '../../data/use-operation.js';
import type { EntityView } from '../../entities/entity-page.js';
import { nameOf } from '../../entities/fields/values.js';
import { Grid } from '../../kit/grid.js';
import { Link } from '../../kit/link.js';
import { Async, Empty } from '../../kit/states.js';
import { useWords } from '../../words/define-words.js';
import { governWords } from '../../words/govern.js';
import { CreateButton } from './create-button.js';
import type { Named } from './create-dialog.js';
import { partsOfFqn } from './fqn.js';
import classes from './govern.module.css';
import { MoveTerm } from './move-term.js';
import { glossaryType, termType } from './types.js';

/** More are found by the tree and the search. */
const MOST = 1000;

/** The terms right below a glossary or a term. */
export function TermsTab(view: EntityView) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const { type, entity } = view;
  const fqn = entity.fullyQualifiedName;
  const answer = useOperation(listGlossaryTerms, {
    query: { directChildrenOf: fqn, fields: 'childrenCount,owners', limit: MOST },
  });
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
        <span />
        {type === termType.type ? <MoveTerm view={view} /> : null}
        <CreateButton resource={termType.type} label={t('addTerm')} create={create} />
      </div>
      <Async of={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty small icon={Hash} title={t('noTerms')}>
              {t('noTermsText')}
            </Empty>
          ) : (
            <Grid
              label={t('terms')}
              rows={data}
              rowKey={({ id }) => id}
              rowName={nameOf}
              columns={[
                {
                  key: 'name',
                  title: t('term'),
                  width: 'minmax(140px, 2fr)',
                  sort: nameOf,
                  cell: (term) => (
                    <Link to={addressOf(termType.type, term.fullyQualifiedName ?? '')} className={classes.linked}>
                      {nameOf(term)}
                    </Link>
                  ),
                },
                {
                  key: 'description',
                  title: t('description'),
                  width: 'minmax(0, 4fr)',
                  wideOnly: true,
                  cell: ({ description }) => <span className={classes.about}>{description}</span>,
                },
                { key: 'status', title: t('status'), width: '110px', cell: ({ entityStatus }) => entityStatus },
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
          )
        }
      </Async>
    </>
  );
}
