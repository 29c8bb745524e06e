import { Button } from '@mantine/core';
import type { TestConnectionResult } from 'cairn/contract';
import { Pencil, Plus, Unplug } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { EntityView } from '../../../entities/entity-page.js';
import { Panel } from '../../../kit/panel.js';
import { loadPart } from '../../../kit/states/lost-part.js';
import { Empty } from '../../../kit/states/states.js';
import { useWords } from '../../../words/define-words.js';
import { formatNumber } from '../../../words/format.js';
import { serviceWords } from '../../../words/services.js';
import classes from '../services.module.css';
import { ConnectionTest } from './connection-test.js';
import { isSecret, keyOfLeaf, type Leaf, labelOf, leavesOf } from './connection-values.js';
import { useConnectionSchema } from './use-connection-schema.js';

const ConnectionDialog = lazy(() =>
  loadPart(() => import('./connection-dialog.js').then((m) => m.ConnectionDialog)).then((component) => ({
    default: component,
  })),
);

/** The stored connection of a service, and whether it works. */
export function ConnectionTab(view: EntityView) {
  const t = useWords(serviceWords);
  const { entity, may, sub } = view;
  const { connection, testConnectionResult } = entity as {
    connection?: { config?: unknown };
    testConnectionResult?: TestConnectionResult;
  };
  const config = connection?.config;
  const allowed = may('EditAll') && entity.deleted !== true;
  const [editing, setEditing] = useState(allowed && sub === 'edit-connection');
  const open = () => setEditing(true);
  // Services of some products have none.
  const schema = useConnectionSchema(view.type, String(entity.serviceType), !config && allowed);
  return (
    <div className={classes.stack}>
      {config ? (
        <>
          <StoredConnection config={config} edit={allowed ? open : null} />
          <ConnectionTest view={view} config={config} last={testConnectionResult} allowed={allowed} />
        </>
      ) : (
        <Empty
          icon={Unplug}
          title={t('noConnection')}
          action={
            allowed && schema.data ? (
              <Button variant="default" size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={open}>
                {t('addConnection')}
              </Button>
            ) : null
          }
        >
          {t('noConnectionText')}
        </Empty>
      )}
      {editing ? (
        <Suspense>
          <ConnectionDialog view={view} config={config} close={() => setEditing(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

function StoredConnection({ config, edit }: { config: unknown; edit: (() => void) | null }) {
  const t = useWords(serviceWords);
  return (
    <Panel
      title={t('connection')}
      action={
        edit ? (
          <Button size="xs" variant="default" leftSection={<Pencil size={14} aria-hidden />} onClick={edit}>
            {t('edit')}
          </Button>
        ) : null
      }
    >
      <p className={classes.soft}>{t('connectionText')}</p>
      <dl className={classes.values}>
        {leavesOf(config).map((leaf) => (
          <div key={keyOfLeaf(leaf)}>
            <dt>{labelOf(leaf)}</dt>
            <dd>
              <LeafText leaf={leaf} />
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function LeafText({ leaf }: { leaf: Leaf }) {
  const t = useWords(serviceWords);
  if (isSecret(leaf)) return <span className={classes.soft}>{t('hidden')}</span>;
  if (typeof leaf.value === 'boolean') return t(leaf.value ? 'yes' : 'no');
  if (typeof leaf.value === 'number') return formatNumber(leaf.value, { useGrouping: false });
  return <code>{leaf.value}</code>;
}
