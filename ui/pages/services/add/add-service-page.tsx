import { useMemo } from 'react';
import { useSearchState, useSegments } from '../../../data/addresses/use-address.js';
import { serviceTypeOf } from '../../../entities/service-types.js';
import { Link } from '../../../kit/link.js';
import { Async, Empty, HomeLinks } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { serviceWords } from '../../../words/services.js';
import classes from '../services.module.css';
import { AddServiceForm } from './add-service-form.js';
import { MayNotAdd, ProductPicker } from './product-picker.js';
import { useProducts } from './products.js';

/** `/{category}/add-service`: first what kind of service, then its name and its connection. */
export function AddServicePage() {
  const t = useWords(serviceWords);
  const [category] = useSegments();
  const [wanted] = useSearchState('product');
  const type = serviceTypeOf(category);
  const { answer, products } = useProducts();
  const product = useMemo(
    () => products.find((one) => one.type === type && one.serviceType === wanted),
    [products, type, wanted],
  );
  if (wanted === '')
    return (
      <>
        <h1>{t('add')}</h1>
        <ProductPicker only={type} />
      </>
    );
  return (
    <>
      <h1>{product ? t('addOf', { name: product.name }) : t('add')}</h1>
      <p className={`${classes.soft} ${classes.gap}`}>
        <Link to={`/${category}/add-service`}>{t('pickOther')}</Link>
      </p>
      <Async of={answer}>
        {() =>
          product ? (
            <AddServiceForm key={product.serviceType} product={product} />
          ) : products.length === 0 ? (
            <MayNotAdd />
          ) : (
            <Empty title={t('noProduct')} action={<HomeLinks />}>
              {t('noProductText')}
            </Empty>
          )
        }
      </Async>
    </>
  );
}
