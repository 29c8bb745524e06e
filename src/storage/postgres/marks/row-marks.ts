// Which transactions changed the rows of a type: inserted, removed, deleted, restored or renamed some. Events do not tell:
// what goes with its container has none. A counter would make all writers of a type wait for each other.

import { deleteOldMarks } from './delete-old-marks.js';
import { WITHOUT_TRANSACTIONS } from './quiet-writes.js';

/** Transactions whose marks are kept, counted from the oldest one that may be open; readers must not ask for older ones. */
const RETAINED = 100_000;

// A transaction that writes many rows of a type notes it once.
const NOTE = `create or replace function row_note_write() returns trigger language plpgsql as $body$
  declare
    of_type text := case when TG_OP = 'DELETE' then OLD.type else NEW.type end;
    mine text := cast(pg_current_xact_id() as text);
  begin
    if current_setting('cairn.rows_written', true) is distinct from concat(mine, ' ', of_type) then
      insert into row_write (type, xact) values (of_type, pg_current_xact_id());
      perform set_config('cairn.rows_written', concat(mine, ' ', of_type), true);
      if cast(mine as bigint) % 500 = 0 then
        ${deleteOldMarks('row_write', RETAINED)};
      end if;
    end if;
    return null;
  end $body$`;

export const ROW_MARKS: readonly string[] = [
  `create table row_write (type text collate "C" not null, xact xid8 not null) with (${WITHOUT_TRANSACTIONS})`,
  'create index row_write_type on row_write (type, xact)',
  'create index row_write_xact on row_write (xact)',
  NOTE,
  'create trigger rows_came after insert or delete on entity for each row execute function row_note_write()',
  `create trigger rows_turned after update on entity for each row
    when (old.deleted <> new.deleted or old.fqn <> new.fqn) execute function row_note_write()`,
];
