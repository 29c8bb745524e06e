import { defineWords, say } from '../define-words.js';
import { spaced } from '../format.js';

const JOBS = {
  'access.accountMail': 'Mail about accounts',
  'access.purgeTokens': 'Remove expired tokens',
  'alerts.redeliver': 'Repeat deliveries',
  'apps.dataRetention': 'Remove old data',
  'audit.export': 'Export the audit log',
  'audit.retention': 'Remove old refused requests',
  'automations.runWorkflow': 'Run a workflow',
  'catalog.deletion': 'Delete assets',
  'columns.update': 'Update columns',
  'dataQuality.runTests': 'Run tests',
  'events.retention': 'Remove old change events',
  'feed.retention': 'Remove old conversations',
  'glossaryTerm.move': 'Move a glossary term',
  'history.retention': 'Remove old versions',
  'history.tidied': 'Tidy up versions',
  'insights.measureKpis': 'Measure KPIs',
  'inspection.profile': 'Take a profile',
  'inspection.runProfiler': 'Run a profiler',
  'inspection.runSchedules': 'Start what is scheduled',
  'mail.send': 'Send mail',
  'quality.incidents.retention': 'Remove old incidents',
  'quality.retention': 'Remove old test results',
  'search.export': 'Export search results',
  'search.rebuild': 'Rebuild the search index',
  'types.removeProperty': 'Remove values of a custom property',
} as const;

const jobWords = defineWords('jobs', JOBS);

/** What work in the background does; `search.rebuild` as "Rebuild the search index". */
export function jobTitle(kind: string): string {
  return Object.hasOwn(JOBS, kind) ? say(jobWords)(kind as keyof typeof JOBS) : kind.split('.').map(spaced).join(': ');
}
