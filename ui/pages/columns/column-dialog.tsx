import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useMay } from '../../data/rights.js';
import { TagChip } from '../../entities/fields/chips.js';
import { Dialog } from '../../kit/dialogs/dialog.js';
import { Link } from '../../kit/link.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { columnWords } from '../../words/columns.js';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import classes from './columns.module.css';
import type { Named, Variant } from './named-columns.js';

const EditForm = lazy(() => import('./edit-form.js').then((m) => ({ default: m.EditForm })));

const SHOWN = 5;

interface Props {
  column: Named;
  close(): void;
}

/** How the columns of one name are described, and one form for all of them. */
export function ColumnDialog({ column, close }: Props) {
  const t = useWords(columnWords);
  const kit = useWords(kitWords);
  const [editing, setEditing] = useState(false);
  const may = useMay('table', 'EditDescription') !== 'no';
  if (editing)
    return (
      <Suspense>
        <EditForm column={column} close={close} />
      </Suspense>
    );
  return (
    <Dialog opened close={close} title={column.columnName} size={640} closeLabel={kit('close')}>
      <div className={classes.form}>
        <ul className={classes.variants}>
          {column.groups.map((variant) => (
            <OneVariant key={variant.groupId} variant={variant} />
          ))}
        </ul>
        {may ? (
          <div>
            <Button onClick={() => setEditing(true)}>
              {t(column.totalOccurrences > 1 ? 'editAll' : 'edit', {
                name: column.columnName,
                total: column.totalOccurrences,
              })}
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

function OneVariant({
  variant: { description, tags = [], dataType, occurrenceCount, occurrences },
}: {
  variant: Variant;
}) {
  const t = useWords(columnWords);
  return (
    <li>
      {description ? <Markdown text={description} /> : <span className={classes.soft}>{t('notDescribed')}</span>}
      <div className={classes.line}>
        <span>{dataType}</span>
        {tags.map((label) => (
          <TagChip key={label.tagFQN} label={label} />
        ))}
      </div>
      <div className={classes.line}>
        {occurrences.slice(0, SHOWN).map(({ entityType, entityFQN, entityDisplayName, columnFQN }) => (
          <Link key={columnFQN} to={addressOf(entityType, entityFQN)}>
            {entityDisplayName ?? entityFQN}
          </Link>
        ))}
        {occurrenceCount > SHOWN ? <span>{t('andMore', { count: occurrenceCount - SHOWN })}</span> : null}
      </div>
    </li>
  );
}
