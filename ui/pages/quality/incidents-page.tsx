import { IncidentList } from '../../entities/quality/incident-list.js';
import { useWords } from '../../words/define-words.js';
import { incidentWords } from '../../words/quality/incidents.js';
import classes from './quality-page.module.css';

/** Incidents of all tests. */
export function IncidentsPage() {
  const t = useWords(incidentWords);
  return (
    <>
      <header className={classes.head}>
        <div>
          <h1>{t('title')}</h1>
          <p className={classes.soft}>{t('about')}</p>
        </div>
      </header>
      <IncidentList label={t('title')} />
    </>
  );
}
