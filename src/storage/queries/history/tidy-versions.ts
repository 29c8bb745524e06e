import type { Sql } from '../../port.js';

/** A position in the version times: by type, time, entity, version. */
export interface VersionTime {
  type: string;
  at: number;
  entity_id: string;
  version: number;
}

/** Name of the setting that records up to which time the remains of merged versions were removed. */
export const TIDIED = 'history.tidied';

export interface Tidying {
  /** Milliseconds: versions made after the first and before the second. */
  after: number;
  before: number;
  /** Whether older versions are removed, except the newest stored one of each entity. */
  forget: boolean;
}

interface Found extends VersionTime {
  kept: number;
  superseded: number;
  current: number;
}

/**
 * Checks the next `limit` versions of a period. Removes the remains of versions that a later change was merged into,
 * and expired versions. Resolves to the place to continue from; null at the end.
 */
export async function tidyVersions(
  tx: Sql,
  { after, before, forget }: Tidying,
  from: VersionTime | null,
  limit = 1000,
): Promise<VersionTime | null> {
  const place = from ?? (await beginningOf(tx, '', after));
  if (place === null) return null;
  const given = [place.type, before, place.at, place.entity_id, place.version, limit];
  const rows = await tx.all<Found>(
    `select v.type, v.at, v.entity_id, v.version,
        case when exists (select 1 from history h where h.entity_id = v.entity_id and h.version = v.version
          and h.updated_at = v.at) then 1 else 0 end as kept,
        case when exists (select 1 from history h where h.entity_id = v.entity_id and h.version > v.version)
          then 1 else 0 end as superseded,
        case when exists (select 1 from entity e where e.id = v.entity_id and e.version = v.version and e.updated_at = v.at)
          then 1 else 0 end as current
      from version_time v
      where v.type = $1 and v.at < $2 and (v.at, v.entity_id, v.version) > ($3, $4, $5)
      order by v.at, v.entity_id, v.version limit $6`,
    given,
  );
  for (const row of rows)
    if (!row.kept && !row.current) await removeTime(tx, row);
    else if (forget && row.kept && row.superseded)
      await tx.run('delete from history where entity_id = $1 and version = $2', [row.entity_id, row.version]);
  const last = rows.at(-1);
  return last && rows.length === limit ? last : beginningOf(tx, place.type, after);
}

async function removeTime(tx: Sql, { type, at, entity_id, version }: VersionTime): Promise<void> {
  await tx.run('delete from version_time where type = $1 and at = $2 and entity_id = $3 and version = $4', [
    type,
    at,
    entity_id,
    version,
  ]);
}

/** Start of the next type after one; null if there is none. */
async function beginningOf(tx: Sql, behind: string, after: number): Promise<VersionTime | null> {
  const row = await tx.get<{ type: string }>('select type from version_time where type > $1 order by type limit 1', [
    behind,
  ]);
  return row ? { type: row.type, at: after, entity_id: '\u{10FFFF}', version: 0 } : null;
}
