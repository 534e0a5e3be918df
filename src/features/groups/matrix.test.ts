import { expect, test } from 'vitest';
import { codeOf } from '../../../tests/friendship-world.ts';
import { createGroupWorld, FORM } from '../../../tests/group-world.ts';
import type { AppContext } from '../../context.server.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { createGroup, getGroupForm, updateGroup } from './editing/service.server.ts';
import { answerInvitation, inviteFriends, listInvitable, takeBackInvitation } from './invitations/service.server.ts';
import { closeGroup, handOver, leaveGroup, removeMember, setRole } from './membership/service.server.ts';
import { getGroup, listGroups } from './service.server.ts';

// Who may do what to a group.

const PLAYERS = ['owner', 'helper', 'member', 'invited', 'stranger', 'moderator'] as const;
const WHO = [...PLAYERS, 'visitor', 'leaving', 'age-unknown', 'system'] as const;
type Who = (typeof WHO)[number];

type Work = (ctx: AppContext, actor: Actor, id: string, others: { plain: string; invited: string; friend: string }) => Promise<unknown>;
/** Throws the code of a failure that a service returns. */
const orThrow = async (result: Promise<{ ok: boolean; code?: string }>) => {
  const { ok, code } = await result;
  if (!ok) throw Object.assign(new Error(code), { code });
};
const WORKS: Record<string, { work: Work; may: readonly Who[]; forAll?: true }> = {
  'see one’s groups': { work: (ctx, actor) => listGroups(ctx, actor), may: PLAYERS, forAll: true },
  'make one': { work: (ctx, actor) => orThrow(createGroup(ctx, actor, FORM)), may: PLAYERS, forAll: true },
  'see the group': { work: getGroup, may: ['owner', 'helper', 'member'] },
  'see its form': { work: getGroupForm, may: ['owner'] },
  edit: { work: (ctx, actor, id) => orThrow(updateGroup(ctx, actor, id, { ...FORM, name: 'Night Owls' })), may: ['owner'] },
  'see whom to invite': { work: (ctx, actor, id) => listInvitable(ctx, actor, id), may: ['owner', 'helper'] },
  invite: { work: (ctx, actor, id, { friend }) => orThrow(inviteFriends(ctx, actor, id, [friend])), may: ['owner', 'helper'] },
  'take back the owner’s invitation': {
    work: (ctx, actor, id, { invited }) => takeBackInvitation(ctx, actor, id, invited),
    may: ['owner'],
  },
  accept: { work: (ctx, actor, id) => answerInvitation(ctx, actor, id, 'accept'), may: ['invited'] },
  decline: { work: (ctx, actor, id) => answerInvitation(ctx, actor, id, 'decline'), may: ['invited'] },
  leave: { work: leaveGroup, may: ['owner', 'helper', 'member'] },
  remove: { work: (ctx, actor, id, { plain }) => removeMember(ctx, actor, id, plain), may: ['owner', 'helper'] },
  'name helpers': { work: (ctx, actor, id, { plain }) => setRole(ctx, actor, id, plain, 'helper'), may: ['owner'] },
  'hand over': { work: (ctx, actor, id, { plain }) => handOver(ctx, actor, id, plain), may: ['owner'] },
  close: { work: closeGroup, may: ['owner'] },
};

test('who may do what: everything else is refused', async () => {
  const { ctx, players, makeWith, invite } = await createGroupWorld({
    owner: 18,
    helper: 18,
    member: 18,
    plain: 18,
    invited: 18,
    stranger: 18,
    moderator: 18,
    friend: 18,
  });
  const actors: Record<Who, Actor> = {
    ...players,
    moderator: { ...players.moderator, role: 'moderator' },
    visitor: VISITOR,
    leaving: { kind: 'leaving', id: players.owner.id },
    'age-unknown': { kind: 'age-unknown', id: players.owner.id },
    system: SYSTEM,
  };
  const others = { plain: players.plain.id, invited: players.invited.id, friend: players.friend.id };
  const begin = async () => {
    await ctx.db.deleteFrom('groups').execute();
    await ctx.db.deleteFrom('rate_limit_counters').execute();
    const id = await makeWith('owner', 'helper', 'member', 'plain');
    await setRole(ctx, players.owner, id, players.helper.id, 'helper');
    await invite('owner', id, 'invited');
    return id;
  };
  let id = await begin();
  for (const [name, { work, may }] of Object.entries(WORKS)) {
    const done: Who[] = [];
    const refused = new Set<string>();
    for (const who of WHO) {
      const code = await codeOf(work(ctx, actors[who], id, others));
      if (code === 'ok') {
        done.push(who);
        // What was refused has changed nothing.
        id = await begin();
      } else refused.add(code);
    }
    expect([name, done]).toEqual([name, may]);
    expect([...refused].filter((code) => !['not-found', 'not-allowed', 'sign-in-required'].includes(code))).toEqual([]);
  }
});

test('to who is no member a group is not there, whatever they ask for', async () => {
  const { ctx, players, makeWith } = await createGroupWorld({ owner: 18, plain: 18, stranger: 18, friend: 18, invited: 18 });
  const id = await makeWith('owner', 'plain');
  const others = { plain: players.plain.id, invited: players.invited.id, friend: players.friend.id };
  const about = Object.entries(WORKS).filter(([, { forAll }]) => !forAll);
  for (const [name, { work }] of about) {
    expect([name, await codeOf(work(ctx, players.stranger, id, others))]).toEqual([name, 'not-found']);
    // As if there were none.
    expect([name, await codeOf(work(ctx, players.stranger, ctx.newId(), others))]).toEqual([name, 'not-found']);
  }
});
