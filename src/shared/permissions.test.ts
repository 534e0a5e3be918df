import { expect, test } from 'vitest';
import { authorize, can, SYSTEM, PERMISSIONS, VISITOR, type Actor, type Permission } from './permissions.ts';

const id = '00000000-0000-7000-8000-000000000001';
const ACTORS: Record<string, Actor> = {
  visitor: VISITOR,
  player: { kind: 'player', id, role: 'player', premium: false },
  premium: { kind: 'player', id, role: 'player', premium: true },
  moderator: { kind: 'player', id, role: 'moderator', premium: false },
  operator: { kind: 'player', id, role: 'operator', premium: false },
  leaving: { kind: 'leaving', id },
  system: SYSTEM,
};

// The complete table of who may do what. A permission that is missing here fails the test.
// An actor of kind 'leaving' may do nothing but keep the account.
const EVERYONE = Object.keys(ACTORS).filter((name) => name !== 'leaving');
const MEMBERS = ['player', 'premium', 'moderator', 'operator'];
type Subject = { isPremium: boolean } | { seconds: number } | { mode: 'demo' | 'production' };
const TABLE: Record<string, { verb: Permission; subject?: Subject; may: string[] }> = {
  'list games': { verb: 'game:list', may: EVERYONE },
  'view a game': { verb: 'game:view', may: EVERYONE },
  'search games': { verb: 'game:search', may: EVERYONE },
  'play a free game': { verb: 'game:play', subject: { isPremium: false }, may: EVERYONE },
  'play a premium game': { verb: 'game:play', subject: { isPremium: true }, may: ['premium'] },
  'see what is mine': { verb: 'library:read', may: MEMBERS },
  'clear my history': { verb: 'library:write', may: MEMBERS },
  'keep a favorite': { verb: 'favorite:write', may: MEMBERS },
  'rate a game after a minute in it': { verb: 'rating:write', subject: { seconds: 60 }, may: MEMBERS },
  'rate a game a moment too early': { verb: 'rating:write', subject: { seconds: 59.9 }, may: [] },
  'rate a game with a time that is no number': { verb: 'rating:write', subject: { seconds: Number.NaN }, may: [] },
  'see what I brought as my picture': { verb: 'avatar:read', may: MEMBERS },
  'change my avatar': { verb: 'avatar:write', may: ['premium'] },
  'take my picture away': { verb: 'avatar:delete', may: MEMBERS },
  'bring in avatar templates': { verb: 'avatar:ship', may: ['system'] },
  'decide about pictures': { verb: 'picture:decide', may: ['moderator', 'operator'] },
  'read my notifications': { verb: 'notification:read', may: MEMBERS },
  'mark and delete my notifications': { verb: 'notification:write', may: MEMBERS },
  'hear what happens': { verb: 'live:open', may: MEMBERS },
  'see a player’s public page': { verb: 'profile:read', may: EVERYONE },
  'see and find friends': { verb: 'friend:read', may: MEMBERS },
  'ask, accept, block': { verb: 'friend:write', may: MEMBERS },
  'read my chats': { verb: 'chat:read', may: MEMBERS },
  'write to friends': { verb: 'chat:write', may: MEMBERS },
  'switch chat off for everybody': { verb: 'switch:set', may: ['operator'] },
  'see my kiddocash': { verb: 'wallet:read', may: MEMBERS },
  'see, grant and take anybody’s kiddocash': { verb: 'wallet:adjust', may: ['operator'] },
  'see my plan and what I paid': { verb: 'subscription:read', may: MEMBERS },
  'subscribe, buy and cancel': { verb: 'subscription:write', may: MEMBERS },
  'see everybody’s payments': { verb: 'payment:oversee', may: ['operator'] },
  'see what there is to wear': { verb: 'item:list', may: EVERYONE },
  'buy something to wear': { verb: 'item:buy', may: MEMBERS },
  'see what I own': { verb: 'inventory:read', may: MEMBERS },
  'put on and take off what I own': { verb: 'inventory:write', may: MEMBERS },
  'add and change items': { verb: 'item:edit', may: ['operator'] },
  'bring in the items of the site': { verb: 'item:ship', may: ['system'] },
  'add and change avatar templates': { verb: 'template:edit', may: ['operator'] },
  'change plans': { verb: 'plan:edit', may: ['operator'] },
  'report a game': { verb: 'report:send', may: MEMBERS },
  'decide about reports': { verb: 'report:decide', may: ['moderator', 'operator'] },
  'import games': { verb: 'catalogue:import', may: ['operator', 'system'] },
  'sign up and in': { verb: 'account:enter', may: EVERYONE.filter((name) => name !== 'system') },
  'see my settings': { verb: 'settings:read', may: MEMBERS },
  'change my settings': { verb: 'settings:write', may: MEMBERS },
  'stop mails by their key': { verb: 'mails:stop', may: EVERYONE },
  'sign out': { verb: 'account:leave', may: MEMBERS },
  'see my sessions and how I sign in': { verb: 'security:read', may: MEMBERS },
  'change my password, end my sessions': { verb: 'security:write', may: MEMBERS },
  'get my data as a file': { verb: 'account:export', may: MEMBERS },
  'ask for the end of my account': { verb: 'account:delete', may: MEMBERS },
  'keep my account after all': { verb: 'account:keep', may: ['leaving'] },
  'delete accounts whose time has come': { verb: 'account:forget', may: ['system'] },
  'do what a parent asks for an account': { verb: 'account:attend', may: ['system'] },
  'give roles and make operators': { verb: 'account:appoint', may: ['system'] },
  'bring in the lists of the text filter': { verb: 'filter:ship', may: ['system'] },
  'change the lists of the text filter': { verb: 'filter:edit', may: ['moderator', 'operator'] },
  'write to the team': { verb: 'message:send', may: EVERYONE },
  'read and answer what people wrote': { verb: 'message:answer', may: ['operator'] },
  'get the blog’s letters and end them': { verb: 'newsletter:join', may: EVERYONE },
  'mail a post to its readers': { verb: 'newsletter:mail', may: ['operator'] },
  'pay at the pretend till of demo mode': { verb: 'till:use', subject: { mode: 'demo' }, may: EVERYONE },
  'pay at the pretend till in production': { verb: 'till:use', subject: { mode: 'production' }, may: [] },
  'read the outbox of demo mode': { verb: 'outbox:read', subject: { mode: 'demo' }, may: EVERYONE },
  'read the outbox in production': { verb: 'outbox:read', subject: { mode: 'production' }, may: [] },
};

const ask = can as (actor: Actor, verb: string, subject?: unknown) => boolean;

test.each(Object.entries(TABLE))('%s', (_, { verb, subject, may }) => {
  expect(Object.keys(ACTORS).filter((name) => ask(ACTORS[name] as Actor, verb, subject))).toEqual(may);
});

test('every verb stands in the table', () => {
  expect(new Set(Object.values(TABLE).map((row) => row.verb))).toEqual(new Set(PERMISSIONS));
});

test('a verb that nobody wrote a rule for is refused', () => {
  for (const verb of ['game:delete', 'toString', 'constructor', '__proto__']) expect(ask(SYSTEM, verb)).toBe(false);
});

test('a refusal says what would help', () => {
  const code = (actor: Actor) => {
    try {
      authorize(actor, 'game:play', { isPremium: true });
      return null;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  expect([code(VISITOR), code(ACTORS['player'] as Actor), code(ACTORS['premium'] as Actor)]).toEqual([
    'sign-in-required',
    'premium-required',
    null,
  ]);
});
