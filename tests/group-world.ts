import type { FormFields } from '../src/shared/parse-form.server.ts';
import { alignGroupsJob } from '../src/features/groups/membership/service.server.ts';
import { createGroup } from '../src/features/groups/editing/service.server.ts';
import { answerInvitation, inviteFriends } from '../src/features/groups/invitations/service.server.ts';
import { getGroup, listGroups } from '../src/features/groups/service.server.ts';
import type { AgeBand } from '../src/shared/permissions.ts';
import { createPlayers } from './friendship-world.ts';

// What the tests of groups set up and look up.

/** What a form sends of a badge. */
export const BADGE = { shape: 'shield', color: 'teal', cloth: 'circles', sign: 'star' } as const;
/** A form for a group with one of our names, which everybody may choose. */
export const FORM: FormFields = { name: 'Happy Lions', motto: 'We play fair.', ...BADGE };

/** Players of these bands, and what they do with groups. By default all are friends of all. */
export async function createGroupWorld<const Name extends string>(bands: Record<Name, AgeBand | null>, { areFriends = true } = {}) {
  const world = await createPlayers(bands);
  const { ctx, players } = world;
  const names = Object.keys(players) as Name[];
  if (areFriends)
    for (const [place, one] of names.entries()) for (const other of names.slice(place + 1)) await world.relate(one, other, 'accepted');
  /** Makes a group. @returns its id */
  const make = async (owner: Name, fields: FormFields = {}) => {
    const made = await createGroup(ctx, players[owner], { ...FORM, ...fields });
    if (!made.ok) throw new Error(JSON.stringify(made));
    return made.id;
  };
  const invite = (from: Name, id: string, ...to: Name[]) =>
    inviteFriends(
      ctx,
      players[from],
      id,
      to.map((name) => players[name].id),
    );
  const accept = (name: Name, id: string) => answerInvitation(ctx, players[name], id, 'accept');
  /** Makes a group with these members, by invitations. */
  const makeWith = async (owner: Name, ...members: Name[]) => {
    const id = await make(owner);
    await invite(owner, id, ...members);
    for (const member of members) {
      await accept(member, id);
      // So that it is known who is the oldest.
      world.world.advanceClock(1);
    }
    return id;
  };
  /** Runs the jobs that bring groups in line with ages. */
  const align = async () => {
    while ((await ctx.jobs.drain(ctx, alignGroupsJob, 50)) > 0);
  };
  /** Who is in a group, with the roles: 'amina owner'. */
  const rolesIn = async (id: string) => {
    const rows = await ctx.db.selectFrom('group_members').select(['player_id', 'role']).where('group_id', '=', id).execute();
    return rows.map((row) => `${world.nameOf(row.player_id)} ${row.role}`).toSorted();
  };
  const groupsOf = (name: Name) => listGroups(ctx, players[name]);
  const pageOf = (name: Name, id: string) => getGroup(ctx, players[name], id);
  /** What the bell of a player says of groups. */
  const bellOf = async (name: Name) =>
    (
      await ctx.db.selectFrom('notifications').select(['type', 'message', 'related_id']).where('player_id', '=', players[name].id).execute()
    ).filter(({ type, related_id: about }) => type === 'group_invite' || about?.startsWith('/groups'));
  return { ...world, make, invite, accept, makeWith, align, rolesIn, groupsOf, pageOf, bellOf };
}
