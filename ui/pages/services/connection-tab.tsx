import { Button } from '@mantine/core';
import type { TestConnectionResult } from 'cairn/contract';
import { Pencil, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { EntityView } from '../../entities/entity-page.js';
import { Panel } from '../../kit/panel.js';
import { Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { serviceWords } from '../../words/services.js';
import { ConnectionDialog } from './connection-dialog.js';
import { ConnectionTest } from './connection-test.js';
import { isSecret, keyOfLeaf, type Leaf, labelOf, leavesOf } from './connection-values.js';
import classes from './services.module.css';

/** The stored connection of a service, and whether it works. */
export function ConnectionTab(view: EntityView) {
  const t = useWords(serviceWords);
  const [editing, setEditing] = useState(false);
  const { entity, may } = view;
  const { connection, testConnectionResult } = entity as {
    connection?: { config?: unknown };
    testConnectionResult?: TestConnectionResult;
  };
  const leaves = leavesOf(connection?.config);
  const allowed = may('EditAll') && entity.deleted !== true;
  if (!connection?.config)
    return (
      <Empty icon={Unplug} title={t('noConnection')}>
        {t('noConnectionText')}
      </Empty>
    );
  return (
    <div className={classes.stack}>
      <Panel
        title={t('connection')}
        action={
          allowed && leaves.length > 0 ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<Pencil size={14} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              {t('edit')}
            </Button>
          ) : null
        }
      >
        <p className={classes.soft}>{t('connectionText')}</p>
        <dl className={classes.values}>
          {leaves.map((leaf) => (
            <div key={keyOfLeaf(leaf)}>
              <dt>{labelOf(leaf)}</dt>
              <dd>
                <LeafText leaf={leaf} />
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <ConnectionTest view={view} config={connection.config} last={testConnectionResult} allowed={allowed} />
      {editing ? <ConnectionDialog view={view} leaves={leaves} close={() => setEditing(false)} /> : null}
    </div>
  );
}

function LeafText({ leaf }: { leaf: Leaf }) {
  const t = useWords(serviceWords);
  if (isSecret(leaf)) return <span className={classes.soft}>{t('hidden')}</span>;
  if (typeof leaf.value === 'boolean') return t(leaf.value ? 'yes' : 'no');
  if (typeof leaf.value === 'number') return formatNumber(leaf.value, { useGrouping: false });
  return <code>{leaf.value}</code>;
}
