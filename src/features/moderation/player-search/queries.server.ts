import { sql } from 'kysely';
import type { Database } from '../../../infra/database/database.ts';
import type { AgeBand, Role } from '../../../shared/permissions.ts';
import { isId } from '../../../shared/ids.ts';
import { escapeLikePattern } from './rules.ts';
import { PART_LENGTH_MIN, type FoundBy } from './schema.ts';

export type FoundRow = {
  id: string;
  username: string;
  display_name: string;
  avatar_url: string | null;
  role: Role;
  age_band: AgeBand | null;
  found_by: FoundBy;
  former_username: string | null;
  former_display_name: string | null;
  former_until: Date | null;
  is_banned: boolean;
  is_muted: boolean;
  is_leaving: boolean;
  open_reports: number;
};

/**
 * Players whom a text fits: those called exactly that first, then by id or payment, then those whose name begins with it or has it within,
 * then by address or former name.
 * @param text lower case
 * @param reference the text as it was typed: references of payments have capitals
 * @param isOperator whether addresses and payments are searched as well
 */
export async function searchPlayers(
  db: Database,
  text: string,
  { isOperator, reference, now, limit }: { isOperator: boolean; reference: string; now: Date; limit: number },
): Promise<FoundRow[]> {
  const part = `%${escapeLikePattern(text)}%`;
  const isPart = text.length >= PART_LENGTH_MIN;
  // Each way by an index of its own, the best ones first: more than `limit` of one way are never shown.
  const { rows } = await sql<FoundRow>`
    with ways as (
      select id, 0 as place, 'name' as found_by, null::uuid as former_id from players where username = ${text}
      ${isId(text) ? sql`union all select id, 1, 'id', null from players where id = ${text}` : sql``}
      ${
        isOperator
          ? sql`union all select id, 1, 'address', null from players where email = ${text}
      union all select player_id, 1, 'payment', null from payments where reference = ${reference} and player_id is not null`
          : sql``
      }
      ${
        isPart
          ? sql`union all (select id, case when username like ${`${escapeLikePattern(text)}%`} then 2 else 3 end, 'name', null from players
        where username like ${part} or lower(display_name) like ${part} order by 2, username limit ${limit})
      union all (select player_id, 5, 'former-name', id from former_names
        where username like ${part} or lower(display_name) like ${part} order by until desc limit ${limit})`
          : sql``
      }
      ${isPart && isOperator ? sql`union all (select id, 4, 'address', null from players where email like ${part} order by email limit ${limit})` : sql``}
    ), found as (
      select distinct on (id) id, place, found_by, former_id from ways order by id, place
    ), shown as (
      select f.*, p.username, p.display_name, p.avatar_url, p.role, p.age_band, p.deletes_at
      from found f join players p on p.id = f.id order by f.place, p.username limit ${limit}
    )
    select s.id, s.username, s.display_name, s.avatar_url, s.role, s.age_band, s.found_by, s.deletes_at is not null as is_leaving,
      f.username as former_username, f.display_name as former_display_name, f.until as former_until,
      exists (select from sanctions x where x.player_id = s.id and x.kind = 'ban' and x.lifted_at is null
        and (x.until is null or x.until > ${now})) as is_banned,
      exists (select from sanctions x where x.player_id = s.id and x.kind = 'mute' and x.lifted_at is null
        and (x.until is null or x.until > ${now})) as is_muted,
      (select count(*)::int from player_reports r where r.reported_player_id = s.id and r.state in ('new', 'reviewing')) as open_reports
    from shown s left join former_names f on f.id = s.former_id
    order by s.place, s.username`.execute(db);
  return rows;
}

export type ErasedRow = { player_id: string; username: string; display_name: string };

/** Deleted accounts of which a case is kept, by the whole of a name that they had at last, or by their id. */
export async function searchErasedPlayers(db: Database, text: string, limit: number): Promise<ErasedRow[]> {
  const { rows } = await sql<ErasedRow>`
    select player_id, username, display_name from retained_cases
    where lower(username) = ${text} or lower(display_name) = ${text} ${isId(text) ? sql`or player_id = ${text}` : sql``}
    order by erased_at desc limit ${limit}`.execute(db);
  return rows;
}
