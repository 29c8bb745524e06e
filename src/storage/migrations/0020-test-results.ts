import type { Migration } from './migration.js';

/**
 * Results of test cases, in tables of their own because there are many: one row per case and time, the newest of each
 * case in a narrow row, and the states of incidents.
 */
export const testResults: Migration = {
  number: 20,
  name: 'test-results',
  statements: ({ types: { text, integer }, rowOrder }) => {
    // Rows of one case lie together.
    const clustered = rowOrder.column === 'rowid' ? ' without rowid' : '';
    return [
      `create table test_result (
        case_id ${text} not null, at ${integer} not null, id ${text} not null, status ${text} not null,
        doc ${text} not null, primary key (case_id, at))${clustered}`,
      'create index test_result_time on test_result (at, case_id)',
      `create table test_dimension (
        case_id ${text} not null, at ${integer} not null, key ${text} not null, doc ${text} not null,
        primary key (case_id, at, key))${clustered}`,
      'create index test_dimension_time on test_dimension (at)',
      `create table test_latest (
        case_id ${text} not null, at ${integer} not null, status ${text} not null, primary key (case_id))${clustered}`,
      `create table test_incident (
        id ${text} not null, case_id ${text} not null, state_id ${text} not null, at ${integer} not null,
        status ${text} not null, assignee ${text}, severity ${text}, newest ${integer} not null, doc ${text} not null,
        primary key (id))`,
      'create unique index test_incident_newest on test_incident (case_id) where newest = 1',
      'create index test_incident_case on test_incident (case_id, at)',
      'create index test_incident_state on test_incident (state_id, at)',
      'create index test_incident_time on test_incident (at, id)',
    ];
  },
};
