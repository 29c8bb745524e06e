import { ActionIcon, Button } from '@mantine/core';
import { getTypeByName, listPolicyResources, patchType } from 'cairn/client';
import type { CustomProperty } from 'cairn/contract';
import { Plus, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSegments } from '../../../data/addresses/use-address.js';
import { cairn } from '../../../data/client.js';
import { useMayOn } from '../../../data/rights.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import { nameOf } from '../../../entities/fields/values.js';
import { nameOfType } from '../../../entities/registry.js';
import { AskDialog } from '../../../kit/dialogs/ask-dialog.js';
import { Hinted } from '../../../kit/hint.js';
import { Link } from '../../../kit/link.js';
import { PageHead } from '../../../kit/page-head.js';
import { Async, Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { spaced } from '../../../words/format.js';
import { systemWords } from '../../../words/settings/system.js';
import classes from '../settings.module.css';
import { AddProperty } from './add-property.js';
import { isKind } from './kinds.js';

/** The properties of one type; addresses name it in the singular or, as in mails, in the plural. */
export function PropertiesPage() {
  const [, , word = ''] = useSegments();
  const resources = useOperation(listPolicyResources, undefined, { staleTime: Number.POSITIVE_INFINITY });
  return (
    <Async of={resources}>
      {({ data }) => {
        const names = data.flatMap(({ name }) => (name ? [name] : []));
        const type = names.find((name) => [name, `${name}s`, name.replace(/y$/, 'ies')].includes(word)) ?? word;
        return <Properties type={type} />;
      }}
    </Async>
  );
}

function Properties({ type }: { type: string }) {
  const t = useWords(systemWords);
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<CustomProperty>();
  const answer = useOperation(getTypeByName, { params: { fqn: type }, query: { fields: 'customProperties' } });
  const name = nameOfType(type);
  const may = useMayOn('type', answer.data?.value.id, 'EditAll');
  return (
    <>
      <PageHead
        above={<Link to="/settings/customProperties">{t('allTypes')}</Link>}
        title={t('propertiesOf', { type: name.toLowerCase() })}
        action={
          may ? (
            <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setAdding(true)}>
              {t('addProperty')}
            </Button>
          ) : null
        }
      />
      <Async of={answer}>
        {({ id = '', customProperties = [] }) => (
          <>
            {customProperties.length === 0 ? (
              <Empty icon={Settings2} title={t('noProperties')}>
                {t('noPropertiesText', { type: name.toLowerCase() })}
              </Empty>
            ) : (
              <ul className={classes.list}>
                {customProperties.map((property) => (
                  <PropertyLine
                    key={property.name}
                    property={property}
                    remove={may ? () => setRemoving(property) : null}
                  />
                ))}
              </ul>
            )}
            {adding ? <AddProperty typeId={id} close={() => setAdding(false)} /> : null}
            {removing ? (
              <AskDialog
                title={t('removeTitle', { name: nameOf(removing) })}
                action={t('remove')}
                dangerous
                close={() => setRemoving(undefined)}
                run={async () => {
                  const value = customProperties.filter((one) => one.name !== removing.name);
                  await cairn.call(patchType, {
                    params: { id },
                    body: [{ op: 'replace', path: '/customProperties', value }],
                  });
                  await refresh(getTypeByName);
                }}
              >
                <p>{t('removeText')}</p>
              </AskDialog>
            ) : null}
          </>
        )}
      </Async>
    </>
  );
}

function PropertyLine({ property, remove }: { property: CustomProperty; remove: (() => void) | null }) {
  const t = useWords(systemWords);
  const kind = property.propertyType.name ?? '';
  const label = t('removeProperty', { name: nameOf(property) });
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong>{nameOf(property)}</strong>
        {remove ? (
          <Hinted label={label}>
            <ActionIcon aria-label={label} onClick={remove}>
              <Trash2 size={14} aria-hidden />
            </ActionIcon>
          </Hinted>
        ) : null}
      </div>
      <span>
        {isKind(kind) ? t(`kind.${kind}`) : spaced(kind)}
        <span className={classes.soft}> {configText(property)}</span>
      </span>
      <span className={classes.soft}>{property.description}</span>
    </li>
  );
}

/** The values of a choice, the types of a link, the format of a date. */
function configText({ customPropertyConfig }: CustomProperty): string {
  const config = customPropertyConfig?.config;
  if (config === undefined || typeof config === 'string') return config ?? '';
  if (Array.isArray(config)) return config.map(nameOfType).join(', ');
  return ('columns' in config ? config.columns : ((config as { values?: string[] }).values ?? [])).join(', ');
}
