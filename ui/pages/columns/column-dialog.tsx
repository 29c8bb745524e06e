import { Button } from '@mantine/core';
import { getColumnGrid } from 'cairn/client';
import { Sheet } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { addressOf } from '../../data/addresses/addresses.js';
import { useMay } from '../../data/rights.js';
import { useOperation } from '../../data/use-operation.js';
import { TagChip } from '../../entities/fields/chips.js';
import { Dialog } from '../../kit/dialogs/dialog.js';
import { Link } from '../../kit/link.js';
import { Async, Empty } from '../../kit/states/states.js';
import { Markdown } from '../../kit/texts/markdown.js';
import { columnWords } from '../../words/columns.js';
import { useWords } from '../../words/define-words.js';
import { kitWords } from '../../words/kit.js';
import classes from './columns.module.css';
import type { Named, Variant } from './named-columns.js';

const EditForm = lazy(() => import('./edit-form.js').then((m) => ({ default: m.EditForm })));

const SHOWN = 5;

interface Props {
  name: string;
  close(): void;
}

/** How the columns of one name are described, and one form for all of them. */
export function ColumnDialog({ name, close }: Props) {
  const t = useWords(columnWords);
  const kit = useWords(kitWords);
  const [edited, setEdited] = useState<Named>();
  const read = useOperation(getColumnGrid, { query: { columnName: name, occurrences: SHOWN } });
  if (edited)
    return (
      <Suspense>
        <EditForm column={edited} close={close} />
      </Suspense>
    );
  return (
    <Dialog opened close={close} title={name} size={640} closeLabel={kit('close')}>
      <Async of={read}>
        {({ columns: [found] }) =>
          found ? <Variants column={found} edit={setEdited} /> : <Empty icon={Sheet} title={t('noneFound')} small />
        }
      </Async>
    </Dialog>
  );
}

function Variants({ column, edit }: { column: Named; edit(column: Named): void }) {
  const t = useWords(columnWords);
  const may = useMay('table', 'EditDescription') !== 'no';
  const { columnName: name, totalOccurrences: total, groups } = column;
  return (
    <div className={classes.form}>
      <ul className={classes.variants}>
        {groups.map((variant) => (
          <OneVariant key={variant.groupId} variant={variant} />
        ))}
      </ul>
      {may ? (
        <div>
          <Button onClick={() => edit(column)}>{t(total > 1 ? 'editAll' : 'edit', { name, total })}</Button>
        </div>
      ) : null}
    </div>
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
