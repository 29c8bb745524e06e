import { IncidentList } from '../../entities/quality/incident-list.js';
import { PageHead } from '../../kit/page-head.js';
import { useWords } from '../../words/define-words.js';
import { incidentWords } from '../../words/quality/incidents.js';

/** Incidents of all tests. */
export function IncidentsPage() {
  const t = useWords(incidentWords);
  return (
    <>
      <PageHead title={t('title')} about={t('about')} />
      <IncidentList label={t('title')} />
    </>
  );
}
