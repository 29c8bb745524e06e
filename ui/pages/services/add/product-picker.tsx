import { Lock, Server } from 'lucide-react';
import { useSearchState } from '../../../data/addresses/use-address.js';
import { type ServiceType, serviceTypes } from '../../../entities/service-types.js';
import { Link } from '../../../kit/link.js';
import { FindField } from '../../../kit/lists/find-field.js';
import { Async, Empty, HomeLinks } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import classes from '../services.module.css';
import { addAddress, isCalled, type Product, useProducts } from './products.js';

/** A list of the products that services can be of, by family; only those of one family if `only` is given. */
export function ProductPicker({ only }: { only: ServiceType | undefined }) {
  const t = useWords(serviceWords);
  const [text, setText] = useSearchState('q');
  const { answer, products } = useProducts();
  const found = products.filter((one) => isCalled(one, text) && (only === undefined || one.type === only));
  return (
    <>
      <p className={classes.soft}>{t('pickText')}</p>
      <div className={classes.bar}>
        <FindField className={classes.grow} label={t('findProduct')} value={text} onChange={setText} />
        {only ? <Link to="/services/add-service">{t('allFamilies')}</Link> : null}
      </div>
      <Async of={answer}>
        {() => {
          if (products.length === 0) return <MayNotAdd />;
          if (found.length === 0)
            return (
              <Empty icon={Server} title={t('noProduct')}>
                {t('noProductText')}
              </Empty>
            );
          return <Families products={found} />;
        }}
      </Async>
    </>
  );
}

/** Shown to users who may not create services of any type. */
export function MayNotAdd() {
  const t = useWords(serviceWords);
  return (
    <Empty icon={Lock} title={t('mayNotAdd')} action={<HomeLinks />}>
      {t('mayNotAddText')}
    </Empty>
  );
}

function Families({ products }: { products: readonly Product[] }) {
  const t = useWords(serviceWords);
  return serviceTypes.map((type) => {
    const own = products.filter((one) => one.type === type);
    if (own.length === 0) return null;
    return (
      <section key={type} className={classes.family}>
        <h2>{t(`type.${type}`)}</h2>
        <ul className={classes.products}>
          {own.map((product) => (
            <li key={product.serviceType}>
              <Link to={addAddress(product)} className={classes.product}>
                {product.name}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    );
  });
}
