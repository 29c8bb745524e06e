import { useSegments } from '../../data/addresses/use-address.js';
import { EntityFrame } from '../../entities/frame/entity-frame.js';
import { serviceTypeOf } from '../../entities/service-types.js';
import { Empty, HomeLinks } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { serviceWords } from '../../words/services.js';
import { servicePage } from './service-pages.js';

/** `/service/databaseServices/{fqn}`: the page of a service. */
export function ServiceRoute() {
  const t = useWords(serviceWords);
  const [, word] = useSegments();
  const type = serviceTypeOf(word);
  const page = type && servicePage(type);
  if (page) return <EntityFrame key={page.type} page={page} />;
  return (
    <>
      <h1 className="visually-hidden">{t('title')}</h1>
      <Empty title={t('noneFound')} action={<HomeLinks />} />
    </>
  );
}
