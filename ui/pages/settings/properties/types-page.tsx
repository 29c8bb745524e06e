import { listPolicyResources } from 'cairn/client';
import { useOperation } from '../../../data/use-operation.js';
import { nameOfType } from '../../../entities/registry.js';
import { TypeIcon } from '../../../entities/type-icon.js';
import { Cards } from '../../../kit/lists/cards.js';
import { Async } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';

/** Types that can have properties are those on which there is a right to edit them. */
export function PropertyTypesPage() {
  const t = useWords(systemWords);
  const answer = useOperation(listPolicyResources, undefined);
  return (
    <>
      <h1>{t('properties')}</h1>
      <p className={`${classes.soft} ${classes.gap}`}>{t('propertiesText')}</p>
      <Async of={answer}>
        {({ data }) => (
          <Cards
            cards={data
              .flatMap(({ name, operations }) => (name && operations?.includes('EditCustomFields') ? [name] : []))
              .filter((name) => name.toLowerCase() !== 'all')
              .map((name) => ({
                to: `/settings/customProperties/${name}`,
                name: nameOfType(name),
                icon: <TypeIcon type={name} />,
              }))}
          />
        )}
      </Async>
    </>
  );
}
