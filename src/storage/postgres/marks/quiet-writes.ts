// Which transactions changed nothing that readers cache (`quietly`): servers renew leases every few seconds and run jobs
// every minute, whether anything else happens or not.

import { deleteOldMarks } from './delete-old-marks.js';

/** Transactions whose rows are kept, counted from the oldest one that may be open. */
const RETAINED = 10_000;

// Small tables, whose statistics do not matter; but an analysis or a truncation by autovacuum is a transaction of its own,
// which ends the caches of all readers.
export const WITHOUT_TRANSACTIONS = 'autovacuum_analyze_threshold = 2000000000, vacuum_truncate = off';

const MARK = `create or replace function mark_quiet() returns void language plpgsql as $body$
  begin
    insert into quiet_write (xact) values (pg_current_xact_id());
    if cast(cast(pg_current_xact_id() as text) as bigint) % 50 = 0 then
      ${deleteOldMarks('quiet_write', RETAINED)};
    end if;
  end $body$`;

export const QUIET_WRITES = {
  tables: [
    `create table quiet_write (xact xid8 not null) with (${WITHOUT_TRANSACTIONS})`,
    'create index quiet_write_xact on quiet_write (xact)',
    `alter table lease set (${WITHOUT_TRANSACTIONS})`,
    MARK,
  ],
  mark: 'select mark_quiet()',
};

/**
 * The quiet transactions since the oldest one open in the state `$1`, separated by blanks. Rows of a restored dump may
 * have the ids of later transactions, but another one wrote them.
 */
export const QUIET_SINCE = `select string_agg(cast(xact as text), ' ') from quiet_write
  where xact >= cast(split_part($1, ':', 1) as xid8) and xmin = cast(xact as xid)`;
