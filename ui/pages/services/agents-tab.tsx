import { listIngestionPipelines } from 'cairn/client';
import type { IngestionPipeline } from 'cairn/contract';
import { Plug } from 'lucide-react';
import { usePages } from '../../data/use-pages.js';
import type { EntityView } from '../../entities/entity-page.js';
import { nameOf } from '../../entities/fields/values.js';
import type { Column } from '../../kit/lists/grid.js';
import { PagedGrid } from '../../kit/lists/paged-grid.js';
import { StateMark } from '../../kit/state-mark.js';
import { Empty } from '../../kit/states/states.js';
import { useWords } from '../../words/define-words.js';
import { kindText } from '../../words/format.js';
import { scheduleText } from '../../words/schedule.js';
import { serviceWords } from '../../words/services.js';

/** What reads from a service, and when. */
export function AgentsTab({ entity, type }: EntityView) {
  const t = useWords(serviceWords);
  const query = { service: entity.fullyQualifiedName, serviceType: type };
  const pages = usePages(listIngestionPipelines, { query });
  const columns: Column<IngestionPipeline>[] = [
    { key: 'name', title: t('name'), width: 'minmax(140px, 2fr)', sort: nameOf, cell: nameOf },
    { key: 'kind', title: t('agentKind'), cell: ({ pipelineType }) => kindText(pipelineType) },
    {
      key: 'schedule',
      title: t('schedule'),
      wideOnly: true,
      cell: ({ airflowConfig: { scheduleInterval, pipelineTimezone } }) =>
        scheduleInterval ? scheduleText(scheduleInterval, pipelineTimezone) : t('onDemand'),
    },
    {
      key: 'state',
      title: t('agentState'),
      width: '120px',
      cell: ({ enabled }) => (
        <StateMark tone={enabled === false ? 'idle' : 'ok'}>
          {t(enabled === false ? 'agent.off' : 'agent.on')}
        </StateMark>
      ),
    },
  ];
  return (
    <PagedGrid
      of={pages}
      label={t('agents')}
      columns={columns}
      rowKey={({ id }) => id ?? ''}
      rowName={nameOf}
      empty={
        <Empty icon={Plug} title={t('noAgents')}>
          {t('noAgentsText')}
        </Empty>
      }
    />
  );
}
