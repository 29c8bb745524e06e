import { createDataProduct, listDataProducts } from 'cairn/client';
import { Package, Shapes } from 'lucide-react';
import { addressOf } from '../../../data/addresses/addresses.js';
import { useNavigate } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { CreateButton } from '../../../entities/create-button.js';
import type { Named } from '../../../entities/create-dialog.js';
import { EntityList } from '../../../entities/entity-list.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { nameOf, type Reference, references } from '../../../entities/fields/values.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';
import { dataProductType } from '../types.js';
import { AddDomain } from './domains-page.js';

const MOST = 200;

export function SubdomainsTab({ entity }: EntityView) {
  const t = useWords(governWords);
  const children = references(entity, 'children');
  return (
    <>
      <div className={classes.bar}>
        <span />
        <AddDomain parent={entity.fullyQualifiedName} />
      </div>
      {children.length === 0 ? (
        <Empty small icon={Shapes} title={t('noSubdomains')}>
          {t('noSubdomainsText')}
        </Empty>
      ) : (
        <EntityList items={children.map(listed)} />
      )}
    </>
  );
}

export function ProductsTab({ entity }: EntityView) {
  const t = useWords(governWords);
  const navigate = useNavigate();
  const domain = entity.fullyQualifiedName;
  const answer = useOperation(listDataProducts, { query: { domain: entity.id, limit: MOST } });
  async function create(named: Named) {
    const product = await cairn.call(createDataProduct, { body: { ...named, domains: [domain] } });
    await refresh(listDataProducts);
    void navigate(addressOf(dataProductType.type, product.fullyQualifiedName ?? product.name));
  }
  return (
    <>
      <div className={classes.bar}>
        <span />
        <CreateButton resource={dataProductType.type} label={t('addProduct')} create={create} />
      </div>
      <Async of={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty small icon={Package} title={t('noProducts')}>
              {t('noProductsText')}
            </Empty>
          ) : (
            <EntityList
              items={data.map((product) => listed({ ...product, type: dataProductType.type } as Reference))}
            />
          )
        }
      </Async>
    </>
  );
}

function listed(reference: Reference) {
  return { type: reference.type, fqn: reference.fullyQualifiedName ?? nameOf(reference), name: nameOf(reference) };
}
