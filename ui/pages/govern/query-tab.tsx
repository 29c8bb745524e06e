import { Button, Textarea } from '@mantine/core';
import type { Query } from 'cairn/contract';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { editField } from '../../data/editing/edit.js';
import type { EntityView } from '../../entities/entity-page.js';
import { ReferenceChips } from '../../entities/fields/chips.js';
import { TypeIcon } from '../../entities/type-icon.js';
import { AskDialog } from '../../kit/dialogs/ask-dialog.js';
import { Link } from '../../kit/link.js';
import cells from '../../kit/lists/cells.module.css';
import { Panel } from '../../kit/panel.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { governWords } from '../../words/govern.js';
import classes from './govern.module.css';

/** The SQL of a query, the assets that it reads, and who runs it. */
export function QueryTab(view: EntityView) {
  const t = useWords(governWords);
  const [editing, setEditing] = useState(false);
  const query = view.entity as unknown as Query;
  const { users = [], queryUsedIn = [] } = query;
  return (
    <div className={classes.stack}>
      <pre className={classes.sql}>{query.query}</pre>
      {view.may('EditAll') && view.entity.deleted !== true ? (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Pencil size={14} aria-hidden />}
            onClick={() => setEditing(true)}
          >
            {t('editSql')}
          </Button>
        </div>
      ) : null}
      <div className={classes.panels}>
        <Panel title={t('usedIn')}>
          {queryUsedIn.length === 0 ? <p className={classes.soft}>{t('nothingUsed')}</p> : null}
          <ul className={classes.lines}>
            {queryUsedIn.map((asset) => (
              <li key={asset.id} className={classes.line}>
                <TypeIcon type={asset.type} named />
                <Link to={addressOf(asset.type, asset.fullyQualifiedName ?? '')} className={cells.linked}>
                  {asset.fullyQualifiedName}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
        <Panel title={t('queryUsers')}>
          {users.length === 0 ? <p className={classes.soft}>{t('nobody')}</p> : null}
          <ReferenceChips references={users} />
          {query.duration === undefined ? null : (
            <p className={classes.soft}>
              {t('duration')} {t('seconds', { count: formatNumber(query.duration) })}
            </p>
          )}
        </Panel>
      </div>
      {editing ? <SqlDialog view={view} sql={query.query} close={() => setEditing(false)} /> : null}
    </div>
  );
}

function SqlDialog({ view, sql, close }: { view: EntityView; sql: string; close(): void }) {
  const t = useWords(governWords);
  const [text, setText] = useState(sql);
  async function run() {
    if (text.trim() === '') return false;
    return void editField(view.target, '/query', text.trim());
  }
  return (
    <AskDialog title={t('editSql')} action={t('save')} close={close} run={run} size={640}>
      <Textarea
        label={t('sql')}
        data-autofocus
        required
        autosize
        minRows={4}
        maxRows={20}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </AskDialog>
  );
}
