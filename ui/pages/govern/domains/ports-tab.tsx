import { ActionIcon } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { BulkOperationResult, EntityReference, Operation } from 'cairn/client';
import { viewDataProductPorts } from 'cairn/client';
import type { JsonObject, PaginatedEntities } from 'cairn/contract';
import { X } from 'lucide-react';
import { cairn } from '../../../data/client.js';
import { refresh, useOperation } from '../../../data/use-operation.js';
import type { EntityView } from '../../../entities/entity-page.js';
import { AddPicker } from '../../../entities/fields/add-picker.js';
import { ReferenceChip } from '../../../entities/fields/chips.js';
import { nameOf } from '../../../entities/fields/values.js';
import { Panel } from '../../../kit/panel.js';
import { sentenceOf } from '../../../kit/states/sentence.js';
import { Async } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { governWords } from '../../../words/govern.js';
import classes from '../govern.module.css';

type Way = 'inputPorts' | 'outputPorts';
type Change = Operation<{
  params: { name: string };
  query: object;
  body: { assets: unknown[] };
  answer: BulkOperationResult;
}>;

/** The input and output ports of a data product. */
export function PortsTab({ entity, may }: EntityView) {
  const answer = useOperation(viewDataProductPorts, { params: { id: entity.id } });
  const allowed = may('EditAll');
  async function change(way: Way, verb: 'add' | 'remove', assets: readonly { id: string; type: string }[]) {
    const operation: Change = `PUT /v1/dataProducts/{name}/${way}/${verb}`;
    try {
      const { failedRequest = [] } = await cairn.call(operation, {
        params: { name: entity.fullyQualifiedName },
        body: { assets: assets.map(({ id, type }) => ({ id, type })) },
      });
      for (const { message = '' } of failedRequest) notifications.show({ message, color: 'red' });
    } catch (error) {
      notifications.show({ message: sentenceOf(error), color: 'red' });
    }
    await refresh(viewDataProductPorts);
  }
  return (
    <Async of={answer}>
      {({ inputPorts, outputPorts }) => (
        <div className={classes.panels}>
          {(
            [
              ['inputPorts', inputPorts, undefined],
              ['outputPorts', outputPorts, assetsOf(entity.fullyQualifiedName)],
            ] as const
          ).map(([way, ports, filter]) => (
            <Ports
              key={way}
              way={way}
              ports={portsOf(ports)}
              filter={filter}
              allowed={allowed}
              change={(verb, assets) => void change(way, verb, assets)}
            />
          ))}
        </div>
      )}
    </Async>
  );
}

/** Only assets of the product can be output ports. */
function assetsOf(product: string): JsonObject {
  return { term: { 'dataProducts.fullyQualifiedName': product } };
}

function portsOf({ data = [] }: PaginatedEntities): EntityReference[] {
  return data.map((port) => ({ ...port, type: port.entityType }) as EntityReference);
}

interface PortsProps {
  way: Way;
  filter: JsonObject | undefined;
  ports: readonly EntityReference[];
  allowed: boolean;
  change(verb: 'add' | 'remove', assets: readonly { id: string; type: string }[]): void;
}

function Ports({ way, ports, filter, allowed, change }: PortsProps) {
  const t = useWords(governWords);
  return (
    <Panel
      title={t(way)}
      action={
        allowed ? (
          <AddPicker
            label={t('addPort', { name: t(way) })}
            find={t('findAssets')}
            index="dataAsset"
            filter={filter}
            add={(chosen) => change('add', chosen)}
          />
        ) : undefined
      }
    >
      {ports.length === 0 ? <p className={classes.soft}>{t('noPorts')}</p> : null}
      <ul className={classes.lines}>
        {ports.map((port) => (
          <li key={port.id} className={classes.line}>
            <ReferenceChip reference={port} />
            {allowed ? (
              <ActionIcon
                size={24}
                aria-label={t('removeReference', { name: nameOf(port) })}
                onClick={() => change('remove', [port])}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
