import fs from 'node:fs/promises';
import path from 'node:path';
import type { AppContext } from '../../context.server.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { uploadPicture } from '../avatars/service.server.ts';
import { reportPlayer } from '../chat/reports/service.server.ts';
import { getConversation, markConversationRead, sendMessage } from '../chat/service.server.ts';
import { sendMessage as sendContactMessage } from '../contact/service.server.ts';
import { createGroup } from '../groups/editing/service.server.ts';
import { answerInvitation, inviteFriends } from '../groups/invitations/service.server.ts';
import { applyFriendAction, getFriendsView, setPresence } from '../friends/service.server.ts';
import { rateGame, setFavorite } from '../library/service.server.ts';
import { applyNotificationAction } from '../notifications/service.server.ts';
import { findAgeBand } from '../games/plays/queries.server.ts';
import { hasPremium } from '../premium/service.server.ts';
import { reportGame } from '../reports/service.server.ts';
import { savePrivacySettings } from '../settings/privacy/service.server.ts';
import { confirmCheckoutReturn, subscribe } from '../subscriptions/checkout/service.server.ts';
import { giveDemoConsents } from './consents/service.server.ts';
import type { DemoConversation, DemoData, DemoEvent, DemoFriendship, DemoPlayer, TimeAgo } from './schema.ts';

/** Who is in the demo world, by username, and where its files are. */
export type DemoCast = { folder: string; people: Map<string, { id: string; role: DemoPlayer['role']; subscribes: boolean }> };
/** What somebody does at a time, through the service that people use. */
export type DemoStep = { at: TimeAgo; run(ctx: AppContext): Promise<unknown> };

/** The address that visitors of the demo world come from: reserved for documentation. */
const VISITOR_ADDRESS = '192.0.2.1';
/** Minutes from a message to when it is read. */
const READ_AFTER_MINUTES = 2;
/** Minutes from joining to when a guardian has agreed. */
const AGREED_AFTER_MINUTES = 20;

/** Everything that people do in the demo world but playing, in no order. */
export function listSteps(data: DemoData, cast: DemoCast): DemoStep[] {
  return [
    ...data.players.flatMap((player) => listOwnSteps(player, cast)),
    ...data.friendships.flatMap((friendship) => listFriendshipSteps(friendship, cast)),
    ...data.conversations.flatMap((conversation) => listChatSteps(conversation, cast)),
    ...data.events.map((event) => ({ at: event.at, run: (ctx: AppContext) => runEvent(ctx, event, cast) })),
  ];
}

function listOwnSteps({ username, joined, profile, chat, ratings, favorites, seen }: DemoPlayer, cast: DemoCast): DemoStep[] {
  // Days apart, and before yesterday evening: the latest favorite is the first of the list.
  const onDay = (days: number): TimeAgo => ({ days: days + 1, minutes: 18 * 60 });
  const open = { profile: 'everyone', finding: 'everyone', asking: 'everyone', online: 'on' };
  return [
    ...(profile
      ? [{ at: joined, run: async (ctx: AppContext) => savePrivacySettings(ctx, await getActor(ctx, cast, username), open) }]
      : []),
    // Before they chat or pay. Who is 18 or older needs nobody.
    { at: addMinutes(joined, AGREED_AFTER_MINUTES), run: (ctx) => giveDemoConsents(ctx, SYSTEM, [username], chat) },
    ...Object.entries(ratings).map(([game, stars], index) => ({
      at: onDay(index),
      run: async (ctx: AppContext) => rateGame(ctx, await getActor(ctx, cast, username), game, { stars: String(stars) }),
    })),
    ...favorites.map((game, index) => ({
      at: onDay(index),
      run: async (ctx: AppContext) => setFavorite(ctx, await getActor(ctx, cast, username), game, { on: 'yes' }),
    })),
    { at: seen, run: (ctx) => setPresence(ctx, [getId(cast, username)], false) },
  ];
}

function listFriendshipSteps({ from, to, asked, accepted }: DemoFriendship, cast: DemoCast): DemoStep[] {
  const act = async (ctx: AppContext, fields: { do: 'ask' | 'accept'; code?: string }, who: string, other: string) =>
    applyFriendAction(ctx, await getActor(ctx, cast, who), { ...fields, id: getId(cast, other) });
  return [
    // They know each other from school, so they have the code, which it takes to ask the younger ones.
    { at: asked, run: async (ctx) => act(ctx, { do: 'ask', code: await getFriendCode(ctx, cast, to) }, from, to) },
    ...(accepted ? [{ at: accepted, run: (ctx: AppContext) => act(ctx, { do: 'accept' }, to, from) }] : []),
  ];
}

async function getFriendCode(ctx: AppContext, cast: DemoCast, username: string): Promise<string> {
  const { search } = await getFriendsView(ctx, await getActor(ctx, cast, username), { tab: 'search', term: '', after: null });
  return search?.code ?? '';
}

function listChatSteps({ between, messages, unreadBy }: DemoConversation, cast: DemoCast): DemoStep[] {
  const friendOf = (username: string) => (username === between[0] ? between[1] : between[0]);
  let lastId: string | undefined;
  const steps: DemoStep[] = messages.map(({ at, from, text }) => ({
    at,
    run: async (ctx) => {
      const sent = await sendMessage(ctx, await getActor(ctx, cast, from), getId(cast, friendOf(from)), { text });
      if (!sent.ok) throw new Error(`the demo world has a message that is refused: ${text}`);
      lastId = sent.message.id;
    },
  }));
  const last = messages.at(-1);
  // Who wrote last has read everything before.
  const reader = last && friendOf(last.from);
  if (last && reader !== undefined && reader !== unreadBy)
    steps.push({
      at: addMinutes(last.at, READ_AFTER_MINUTES),
      run: async (ctx) => markConversationRead(ctx, await getActor(ctx, cast, reader), getId(cast, last.from), lastId),
    });
  return steps;
}

async function runEvent(ctx: AppContext, event: DemoEvent, cast: DemoCast): Promise<unknown> {
  switch (event.do) {
    case 'subscribe':
      return buyPlan(ctx, await getActor(ctx, cast, event.who), event);
    case 'contact': {
      const { name, email, subject, message } = event;
      const sent = await sendContactMessage(ctx, VISITOR, { name, email, subject, message }, VISITOR_ADDRESS);
      if (!sent.ok) throw new Error(`the demo world has a contact message that is refused: ${event.subject}`);
      return null;
    }
    case 'read-notifications':
      for (const username of cast.people.keys())
        await applyNotificationAction(ctx, await getActor(ctx, cast, username), { do: 'read-all' });
      return null;
    case 'report-message':
      return reportMessage(ctx, cast, event);
    case 'report-game':
      return reportGame(ctx, await getActor(ctx, cast, event.who), event.game, { reason: event.reason, description: event.description });
    case 'make-group':
      return makeGroup(ctx, cast, event);
    case 'upload-picture':
      return upload(ctx, await getActor(ctx, cast, event.who), path.join(cast.folder, event.file));
  }
}

/** Pays at the sandbox provider. With a real provider there is nobody to pay, so nothing is bought. */
async function buyPlan(ctx: AppContext, actor: Actor, { plan, channel }: { plan: string; channel: string }): Promise<void> {
  if (ctx.sandboxProvider === null) return;
  const { url } = await subscribe(ctx, actor, { plan, channel });
  const reference = decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));
  await ctx.sandboxProvider.runAction(reference, 'pay');
  const state = await confirmCheckoutReturn(ctx, actor, reference);
  if (state !== 'success') throw new Error(`a payment of the demo world is ${state}`);
}

async function reportMessage(ctx: AppContext, cast: DemoCast, event: Extract<DemoEvent, { do: 'report-message' }>): Promise<void> {
  const actor = await getActor(ctx, cast, event.who);
  const playerId = getId(cast, event.about);
  const { messages } = await getConversation(ctx, actor, playerId);
  const message = messages.find(({ text }) => text === event.text);
  if (!message) throw new Error(`the demo world reports a message that nobody sent: ${event.text}`);
  await reportPlayer(ctx, actor, { playerId, messageId: message.id, reason: event.reason, description: event.description });
}

/** Makes a group; some of the friends who are invited join at once. */
async function makeGroup(ctx: AppContext, cast: DemoCast, event: Extract<DemoEvent, { do: 'make-group' }>): Promise<void> {
  const { who, name, motto, shape, color, cloth, sign, joining, invited } = event;
  const owner = await getActor(ctx, cast, who);
  const made = await createGroup(ctx, owner, { name, motto, shape, color, cloth, sign });
  if (!made.ok) throw new Error(`a group of the demo world is refused: ${name}`);
  const friends = [...joining, ...invited].map((username) => getId(cast, username));
  const sent = await inviteFriends(ctx, owner, made.id, friends);
  if (!sent.ok || sent.invited < friends.length) throw new Error(`a friend cannot be invited to ${name}`);
  for (const username of joining) await answerInvitation(ctx, await getActor(ctx, cast, username), made.id, 'accept');
}

/** Uploads a picture as its owner, if they have premium: without a sandbox provider nobody has. */
async function upload(ctx: AppContext, actor: Actor, file: string): Promise<void> {
  if (actor.kind !== 'player' || !actor.premium) return;
  const fault = await uploadPicture(ctx, actor, await fs.readFile(file), 'image/png');
  if (fault !== null) throw new Error(`a picture of the demo world is refused: ${fault}`);
}

async function getActor(ctx: AppContext, cast: DemoCast, username: string): Promise<Actor> {
  const { id, role, subscribes } = getPerson(cast, username);
  const [premium, band] = await Promise.all([subscribes && hasPremium(ctx, id), findAgeBand(ctx.queryPrepared, id)]);
  return { kind: 'player', id, role, premium, ...(band !== undefined && { band }) };
}

function getId(cast: DemoCast, username: string): string {
  return getPerson(cast, username).id;
}

function getPerson(cast: DemoCast, username: string) {
  const person = cast.people.get(username);
  if (!person) throw new Error(`the demo world has nobody called ${username}`);
  return person;
}

function addMinutes(time: TimeAgo, minutes: number): TimeAgo {
  return 'days' in time ? { ...time, minutes: time.minutes + minutes } : { minutesAgo: Math.max(0, time.minutesAgo - minutes) };
}
