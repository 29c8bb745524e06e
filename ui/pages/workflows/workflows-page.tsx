import { listWorkflowDefinitions } from 'cairn/client';
import type { WorkflowDefinition } from 'cairn/contract';
import { Workflow } from 'lucide-react';
import { useMay } from '../../data/rights.js';
import { usePages } from '../../data/use-pages.js';
import { nameOf } from '../../entities/fields/values.js';
import { Link } from '../../kit/link.js';
import cells from '../../kit/lists/cells.module.css';
import { PagedGrid } from '../../kit/lists/paged-grid.js';
import { StateMark } from '../../kit/state-mark.js';
import { Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { formatNumber } from '../../words/format.js';
import { workflowWords } from '../../words/workflows.js';
import { UploadButton } from './upload-button.js';
import { triggerOf } from './workflow-texts.js';
import classes from './workflows.module.css';

/** The definitions of governance workflows. */
export function WorkflowsPage() {
  const t = useWords(workflowWords);
  const may = useMay('workflowDefinition', 'Create') !== 'no';
  const pages = usePages(listWorkflowDefinitions, { query: {} });
  return (
    <>
      <header className={classes.head}>
        <h1>{t('title')}</h1>
        {may ? <UploadButton label={t('upload')} /> : null}
      </header>
      <p className={classes.about}>{t('about')}</p>
      <PagedGrid
        of={pages}
        label={t('title')}
        rowKey={({ name }) => name}
        rowName={nameOf}
        empty={
          <Empty icon={Workflow} title={t('none')}>
            {t('noneText')}
          </Empty>
        }
        columns={[
          {
            key: 'name',
            title: t('name'),
            width: 'minmax(130px, 2fr)',
            sort: nameOf,
            cell: (row) => (
              <Link to={workflowAddress(row)} className={cells.linked}>
                {nameOf(row)}
              </Link>
            ),
          },
          { key: 'starts', title: t('starts'), width: 'minmax(0, 3fr)', wideOnly: true, cell: triggerOf },
          {
            key: 'steps',
            title: t('steps'),
            width: '72px',
            align: 'end',
            wideOnly: true,
            cell: ({ nodes = [] }) => formatNumber(nodes.length),
          },
          { key: 'state', title: t('state'), width: '120px', cell: (row) => <Suspension of={row} /> },
        ]}
      />
    </>
  );
}

export function workflowAddress({ name, fullyQualifiedName }: WorkflowDefinition): string {
  return `/settings/governance/workflows/${encodeURIComponent(fullyQualifiedName ?? name)}`;
}

export function Suspension({ of: { suspended } }: { of: WorkflowDefinition }) {
  const t = useWords(workflowWords);
  return <StateMark tone={suspended ? 'idle' : 'ok'}>{t(suspended ? 'suspended' : 'active')}</StateMark>;
}
