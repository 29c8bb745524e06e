import { ActionIcon, TextInput } from '@mantine/core';
import { getTypeByName } from 'cairn/client';
import { Pencil, Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { editField } from '../../../data/editing/edit.js';
import { valueAt } from '../../../data/editing/merge.js';
import { useOperation } from '../../../data/use-operation.js';
import { type Column, Grid } from '../../../kit/lists/grid.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { textOf } from '../../../kit/texts/diff.js';
import { useWords } from '../../../words/define-words.js';
import { entityWords } from '../../../words/entities/entity.js';
import { entityTitles } from '../../../words/entities/entity-titles.js';
import type { EntityView } from '../../entity-page.js';
import { useTyped } from '../../fields/use-typed.js';
import classes from '../frame.module.css';
import { LINES, NUMBERS, type Property, propertiesOf, propertiesOfType } from './property.js';
import { PropertyValue } from './property-value.js';

const PropertyDialog = lazy(() => import('./property-dialog.js').then((m) => ({ default: m.PropertyDialog })));

export function CustomProperties(view: EntityView) {
  return <PropertiesAt view={view} type={view.type} path="/extension" />;
}

interface Place {
  view: EntityView;
  /** Where the values are in the entity. */
  path: string;
}

/** The values of an entity, or of a part that has some. `type`: what describes them. */
export function PropertiesAt({ type: fqn, ...place }: Place & { type: string }) {
  const t = useWords(entityWords);
  const answer = useOperation(getTypeByName, propertiesOfType(fqn));
  return (
    <Async of={answer}>
      {(type) => {
        const properties = propertiesOf(type);
        return properties.length === 0 ? (
          <Empty icon={Settings2} title={t('noProperties')}>
            {t('noPropertiesText')}
          </Empty>
        ) : (
          <Properties {...place} properties={properties} />
        );
      }}
    </Async>
  );
}

function Properties({ properties, ...place }: Place & { properties: readonly Property[] }) {
  const t = useWords(entityWords);
  const titles = useWords(entityTitles);
  const columns: Column<Property>[] = [
    {
      key: 'name',
      title: t('property'),
      cell: ({ name, displayName }) => displayName || name,
      sort: ({ name }) => name,
    },
    {
      key: 'value',
      title: t('value'),
      width: 'minmax(0, 2fr)',
      cell: (property) => <Value {...place} property={property} />,
    },
  ];
  return <Grid label={titles('customProperties')} columns={columns} rows={properties} rowKey={({ name }) => name} />;
}

function Value({ view, path, property }: Place & { property: Property }) {
  const t = useWords(entityWords);
  const [asking, setAsking] = useState(false);
  const { name, propertyType } = property;
  const extension = (valueAt(view.entity, path) ?? {}) as Record<string, unknown>;
  const kind = propertyType?.name ?? '';
  const allowed = view.may('EditCustomFields') && !view.entity.deleted;
  const { typed, start, stop, save, failed } = useTyped((text) => {
    const value = text.trim() === '' ? undefined : NUMBERS.has(kind) ? Number(text) : text;
    const { [name]: _, ...others } = extension;
    const target = { ...view.target, keepsText: true };
    return editField(target, path, value === undefined ? others : { ...others, [name]: value });
  });
  if (typed !== null)
    return (
      <TextInput
        className={classes.stack}
        aria-label={name}
        size="xs"
        autoFocus={!failed}
        defaultValue={typed}
        onBlur={(event) => void save(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save(event.currentTarget.value);
          if (event.key === 'Escape') stop();
        }}
      />
    );
  return (
    <>
      <span className={classes.value}>
        <PropertyValue property={property} value={extension[name]} />
      </span>
      {allowed ? (
        <ActionIcon
          size={24}
          aria-label={t('of', { what: t('value'), name })}
          onClick={() => (LINES.has(kind) ? start(textOf(extension[name])) : setAsking(true))}
        >
          <Pencil size={12} />
        </ActionIcon>
      ) : null}
      <Suspense>
        {asking ? <PropertyDialog view={view} path={path} property={property} close={() => setAsking(false)} /> : null}
      </Suspense>
    </>
  );
}
