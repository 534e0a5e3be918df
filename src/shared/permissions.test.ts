import { expect, test } from 'vitest';
import {
  AGE_BANDS,
  authorize,
  can,
  CONTENT_MARKS,
  getAllowances,
  isOnTeam,
  listContentMarks,
  needsGuardian,
  SYSTEM,
  PERMISSIONS,
  VISITOR,
  type Actor,
  type AgeBand,
  type Allowances,
  type ChatLevel,
  type ContentMark,
  type Permission,
} from './permissions.ts';
import { isTeamPermission } from './team-permissions.ts';

const id = '00000000-0000-7000-8000-000000000001';
const ACTORS: Record<string, Actor> = {
  visitor: VISITOR,
  player: { kind: 'player', id, role: 'player', premium: false },
  premium: { kind: 'player', id, role: 'player', premium: true },
  moderator: { kind: 'player', id, role: 'moderator', premium: false },
  operator: { kind: 'player', id, role: 'operator', premium: false },
  leaving: { kind: 'leaving', id },
  'age unknown': { kind: 'age-unknown', id },
  system: SYSTEM,
};

// The complete table of who may do what. A permission that is missing here fails the test.
// An actor of kind 'leaving' may keep the account and see whom to call for help, and nothing else, but whoever opens a guardian's mail may be
// somebody else; one whose age is not known may what
// visitors may, and say it.
const EVERYONE = Object.keys(ACTORS).filter((name) => name !== 'leaving');
const MEMBERS = ['player', 'premium', 'moderator', 'operator'];
type Subject =
  | { isPremium: boolean; minAge: ContentMark }
  | { minAge: ContentMark }
  | { seconds: number }
  | { mode: 'demo' | 'production' }
  | { level: ChatLevel; isPhrase: boolean }
  | Pick<Allowances, 'buying'>
  | Pick<Allowances, 'canUpload'>;
const TABLE: Record<string, { permission: Permission; subject?: Subject; may: string[] }> = {
  'list games': { permission: 'game:list', may: EVERYONE },
  'view a game': { permission: 'game:view', subject: { minAge: 0 }, may: EVERYONE },
  'search games': { permission: 'game:search', may: EVERYONE },
  'play a free game': { permission: 'game:play', subject: { isPremium: false, minAge: 0 }, may: EVERYONE },
  'play a premium game': { permission: 'game:play', subject: { isPremium: true, minAge: 0 }, may: ['premium'] },
  'see what is mine': { permission: 'library:read', may: MEMBERS },
  'clear my history': { permission: 'library:write', may: MEMBERS },
  'keep a favorite': { permission: 'favorite:write', may: MEMBERS },
  'rate a game after a minute in it': { permission: 'rating:write', subject: { seconds: 60 }, may: MEMBERS },
  'rate a game a moment too early': { permission: 'rating:write', subject: { seconds: 59.9 }, may: [] },
  'rate a game with a time that is no number': { permission: 'rating:write', subject: { seconds: Number.NaN }, may: [] },
  'see what I brought as my picture': { permission: 'avatar:read', may: MEMBERS },
  'change my avatar': { permission: 'avatar:write', may: ['premium'] },
  'go back to a look that I had': { permission: 'avatar:restore', may: MEMBERS },
  'take my picture away': { permission: 'avatar:delete', may: MEMBERS },
  'bring in avatar templates': { permission: 'avatar:seed', may: ['system'] },
  'upload a picture': { permission: 'picture:upload', subject: { canUpload: true }, may: MEMBERS },
  'upload a picture where that is closed': { permission: 'picture:upload', subject: { canUpload: false }, may: [] },
  'decide about pictures': { permission: 'picture:review', may: ['moderator', 'operator'] },
  'read my notifications': { permission: 'notification:read', may: MEMBERS },
  'mark and delete my notifications': { permission: 'notification:write', may: MEMBERS },
  'choose which of my browsers are told': { permission: 'push:write', may: MEMBERS },
  'hear what happens': { permission: 'live:open', may: MEMBERS },
  'see a player’s page': { permission: 'profile:read', may: MEMBERS },
  'see and find friends': { permission: 'friend:read', may: MEMBERS },
  'ask, accept, block': { permission: 'friend:write', may: MEMBERS },
  'see my groups': { permission: 'group:read', may: MEMBERS },
  'make groups, invite, join, leave': { permission: 'group:write', may: MEMBERS },
  'bring groups in line with ages': { permission: 'group:run', may: ['system'] },
  'read my chats': { permission: 'chat:read', may: MEMBERS },
  'write to friends': { permission: 'chat:write', may: MEMBERS },
  'send my own words where everything is open': { permission: 'chat:send', subject: { level: 'free', isPhrase: false }, may: MEMBERS },
  'send a ready phrase where only those are open': { permission: 'chat:send', subject: { level: 'phrases', isPhrase: true }, may: MEMBERS },
  'send my own words where only phrases are open': { permission: 'chat:send', subject: { level: 'phrases', isPhrase: false }, may: [] },
  'send a ready phrase where chat is closed': { permission: 'chat:send', subject: { level: 'off', isPhrase: true }, may: [] },
  'see the switches, and switch something off for everybody': { permission: 'feature-flag:set', may: ['operator'] },
  'see my kiddocash': { permission: 'wallet:read', may: MEMBERS },
  'see, grant and take anybody’s kiddocash': { permission: 'wallet:adjust', may: ['operator'] },
  'see my plan and what I paid': { permission: 'subscription:read', may: MEMBERS },
  'subscribe, buy and cancel': { permission: 'subscription:write', may: MEMBERS },
  'pay as an adult': { permission: 'payment:start', subject: { buying: 'free' }, may: MEMBERS },
  'pay within the sum of a guardian': { permission: 'payment:start', subject: { buying: 'up-to-a-sum' }, may: MEMBERS },
  'pay where a guardian wants to be asked': { permission: 'payment:start', subject: { buying: 'ask' }, may: [] },
  'pay where buying is closed': { permission: 'payment:start', subject: { buying: 'none' }, may: [] },
  'see everybody’s payments': { permission: 'payment:read-all', may: ['operator'] },
  'send money back': { permission: 'payment:refund', may: ['operator'] },
  'answer disputes': { permission: 'dispute:answer', may: ['operator'] },
  'ask the provider about disputes': { permission: 'dispute:run', may: ['system'] },
  'see what was settled': { permission: 'settlement:read', may: ['operator'] },
  'fetch what was settled': { permission: 'settlement:run', may: ['system'] },
  'see what there is to wear': { permission: 'item:list', may: EVERYONE },
  'buy something to wear': { permission: 'item:buy', may: MEMBERS },
  'see what I own': { permission: 'inventory:read', may: MEMBERS },
  'put on and take off what I own': { permission: 'inventory:write', may: MEMBERS },
  'add and change items': { permission: 'item:edit', may: ['operator'] },
  'bring in the items of the site': { permission: 'item:seed', may: ['system'] },
  'add and change avatar templates': { permission: 'template:edit', may: ['operator'] },
  'change plans': { permission: 'plan:edit', may: ['operator'] },
  'change what the site sets for everybody': { permission: 'setting:edit', may: ['operator'] },
  'report a game': { permission: 'report:send', may: MEMBERS },
  'decide about reports': { permission: 'report:review', may: ['moderator', 'operator'] },
  'see whom to call for help': { permission: 'help:view', may: Object.keys(ACTORS) },
  'ask the team for help': { permission: 'help:ask', may: MEMBERS },
  'look after children who ask for help': { permission: 'help:review', may: ['moderator', 'operator'] },
  'search all players': { permission: 'player:find', may: ['moderator', 'operator'] },
  'read what the team knows of a player': { permission: 'player:read-record', may: ['moderator', 'operator'] },
  'write a note about a player': { permission: 'player:note', may: ['moderator', 'operator'] },
  'see all open cases': { permission: 'case:list', may: ['moderator', 'operator'] },
  'take and hand on cases': { permission: 'case:assign', may: ['moderator', 'operator'] },
  'choose by which mails one is called to cases': { permission: 'case-alert:set', may: ['moderator', 'operator'] },
  'send mails that call the team': { permission: 'case-alert:send', may: ['system'] },
  'read what became of cases without a reporter': { permission: 'risk-case:measure', may: ['operator'] },
  'read the figures of the site': { permission: 'statistics:read', may: ['operator'] },
  'count the figures of the site': { permission: 'statistics:run', may: ['system'] },
  'read whether everything works': { permission: 'status:read', may: EVERYONE },
  'check whether everything works': { permission: 'status:run', may: ['system'] },
  'write what happened on the status page': { permission: 'incident:edit', may: ['operator'] },
  'keep a case for the police, and release it': { permission: 'case:hold', may: ['operator'] },
  'get a case as a file': { permission: 'case:export', may: ['operator'] },
  'read cases of deleted accounts': { permission: 'case:read-erased', may: ['operator'] },
  'free an address that a ban holds': { permission: 'address:free', may: ['operator'] },
  'import games': { permission: 'catalogue:import', may: ['operator', 'system'] },
  'edit games on pages': { permission: 'catalogue:edit', may: ['operator'] },
  'remove games for good': { permission: 'catalogue:remove', may: ['operator'] },
  'begin and end what is featured, delete files of removed games': { permission: 'catalogue:run', may: ['system'] },
  'read what the check of games found': { permission: 'game-check:read', may: ['operator'] },
  'open a game to check it, and leave it hidden': { permission: 'game-check:request', may: ['operator'] },
  'check games': { permission: 'game-check:run', may: ['system'] },
  'sign up and in': { permission: 'account:sign-in', may: EVERYONE.filter((name) => name !== 'system') },
  'ask a guardian who is asked each time to pay': { permission: 'purchase:ask', subject: { buying: 'ask' }, may: MEMBERS },
  'ask a guardian who allows a sum to pay': { permission: 'purchase:ask', subject: { buying: 'up-to-a-sum' }, may: MEMBERS },
  'ask a guardian to pay where buying is closed': { permission: 'purchase:ask', subject: { buying: 'none' }, may: [] },
  'ask a guardian to pay at full age': { permission: 'purchase:ask', subject: { buying: 'free' }, may: [] },
  'ask a guardian, and see what they chose': { permission: 'guardian:ask', may: MEMBERS },
  'answer as a guardian': { permission: 'guardian:answer', may: Object.keys(ACTORS) },
  'send the mails to guardians': { permission: 'guardian:run', may: ['system'] },
  'see my settings': { permission: 'settings:read', may: MEMBERS },
  'change my settings': { permission: 'settings:write', may: MEMBERS },
  'stop mails by their key': { permission: 'email:unsubscribe', may: EVERYONE },
  'sign out': { permission: 'account:sign-out', may: MEMBERS },
  'see my sessions and how I sign in': { permission: 'security:read', may: MEMBERS },
  'change my password, end my sessions': { permission: 'security:write', may: MEMBERS },
  'get my data as a file': { permission: 'account:export', may: MEMBERS },
  'ask for the end of my account': { permission: 'account:delete', may: MEMBERS },
  'keep my account after all': { permission: 'account:cancel-deletion', may: ['leaving'] },
  'delete accounts whose time has come': { permission: 'account:erase', may: ['system'] },
  'say when I was born': { permission: 'age:answer', may: ['age unknown'] },
  'see how old a player is, close the account of one under 13': { permission: 'age:review', may: ['moderator', 'operator'] },
  'correct when a player was born': { permission: 'age:change', may: ['operator'] },
  'move players to the next age band': { permission: 'age:move-bands', may: ['system'] },
  'do what a parent asks for an account': { permission: 'account:assist-parent', may: ['operator', 'system'] },
  'give somebody a role': { permission: 'account:set-role', may: ['operator', 'system'] },
  'sign a player out everywhere': { permission: 'account:sign-out-other', may: ['operator'] },
  'read the address of a player': { permission: 'account:read-address', may: ['operator'] },
  'give roles and make operators': { permission: 'account:manage-staff', may: ['system'] },
  'check the audit log': { permission: 'audit-log:verify', may: ['system'] },
  'bring in the lists of the text filter': { permission: 'filter:seed', may: ['system'] },
  'change the lists of the text filter': { permission: 'filter:edit', may: ['moderator', 'operator'] },
  'write to the team': { permission: 'message:send', may: EVERYONE },
  'read and answer what people wrote': { permission: 'message:reply', may: ['operator'] },
  'get the blog’s letters and end them': { permission: 'newsletter:subscribe', may: EVERYONE },
  'see the line over the site': { permission: 'announcement:view', may: EVERYONE },
  'plan and end what the line says': { permission: 'announcement:edit', may: ['operator'] },
  'write it into the bells': { permission: 'announcement:run', may: ['system'] },
  'mail a post to its readers': { permission: 'newsletter:send', may: ['operator'] },
  'edit the texts of the site': { permission: 'text:edit', may: ['operator'] },
  'bring in plays that are over': { permission: 'play:seed', may: ['system'] },
  'make the demo world': { permission: 'demo:seed', may: ['system'] },
  'remove the demo world': { permission: 'demo:remove', may: ['system'] },
  'pay at the pretend till of demo mode': { permission: 'sandbox-payment:use', subject: { mode: 'demo' }, may: EVERYONE },
  'pay at the pretend till in production': { permission: 'sandbox-payment:use', subject: { mode: 'production' }, may: [] },
  'read the outbox of demo mode': { permission: 'outbox:read', subject: { mode: 'demo' }, may: EVERYONE },
  'read the outbox in production': { permission: 'outbox:read', subject: { mode: 'production' }, may: [] },
};

const ask = can as (actor: Actor, permission: string, subject?: unknown) => boolean;

test.each(Object.entries(TABLE))('%s', (_, { permission, subject, may }) => {
  expect(Object.keys(ACTORS).filter((name) => ask(ACTORS[name] as Actor, permission, subject))).toEqual(may);
});

test('every verb stands in the table', () => {
  expect(new Set(Object.values(TABLE).map((row) => row.permission))).toEqual(new Set(PERMISSIONS));
});

test('what the team alone may do is known as the team’s', () => {
  const team = Object.values(TABLE).filter(({ may }) => may.includes('operator') && !may.includes('player') && !may.includes('premium'));
  expect(PERMISSIONS.filter(isTeamPermission).toSorted()).toEqual(team.map(({ permission }) => permission).toSorted());
});

test('a verb that nobody wrote a rule for is refused', () => {
  for (const permission of ['game:delete', 'toString', 'constructor', '__proto__']) expect(ask(SYSTEM, permission)).toBe(false);
});

/** The code of the refusal; null if the actor has the permission. */
function refusalOf(actor: Actor, permission: string, subject?: unknown): string | null {
  try {
    (authorize as (actor: Actor, permission: string, subject?: unknown) => void)(actor, permission, subject);
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('a refusal says what would help', () => {
  const code = (actor: Actor) => refusalOf(actor, 'game:play', { isPremium: true, minAge: 0 });
  expect([code(VISITOR), code(ACTORS['player'] as Actor), code(ACTORS['premium'] as Actor)]).toEqual([
    'sign-in-required',
    'premium-required',
    null,
  ]);
  const closed = { buying: 'none', canUpload: false };
  for (const permission of ['payment:start', 'picture:upload'])
    expect([VISITOR, ACTORS['player'] as Actor].map((actor) => refusalOf(actor, permission, closed))).toEqual([
      'sign-in-required',
      'guardian-required',
    ]);
});

test('a role that is withheld gives a player’s rights, and what it would give is refused with the reason', () => {
  for (const role of ['moderator', 'operator'] as const) {
    const full: Actor = { kind: 'player', id, role, premium: false };
    const withheld: Actor = { kind: 'player', id, role: 'player', premium: false, withheldRole: role };
    for (const [name, { permission, subject }] of Object.entries(TABLE)) {
      const may = (actor: Actor) => ask(actor, permission, subject);
      expect([name, may(withheld)]).toEqual([name, may(ACTORS['player'] as Actor)]);
      expect([name, refusalOf(withheld, permission, subject) === 'second-step-required']).toEqual([name, may(full) && !may(withheld)]);
      expect([name, may(full) && !may(withheld) && !isTeamPermission(permission)]).toEqual([name, false]);
    }
    expect([isOnTeam(full), isOnTeam(withheld)]).toEqual([true, true]);
  }
  expect([VISITOR, SYSTEM, ACTORS['premium'] as Actor].map(isOnTeam)).toEqual([false, false, false]);
});

test('games by their content mark: what each age sees, and that nothing else helps', () => {
  const marksOf = (actor: Actor) => {
    const seen = CONTENT_MARKS.filter((minAge) => can(actor, 'game:view', { minAge }));
    expect(CONTENT_MARKS.filter((minAge) => can(actor, 'game:play', { isPremium: false, minAge }))).toEqual(seen);
    expect(listContentMarks(actor)).toEqual(seen);
    return seen;
  };
  const player = (band?: AgeBand): Actor => ({ kind: 'player', id, role: 'player', premium: true, ...(band && { band }) });
  expect([VISITOR, ACTORS['age unknown'] as Actor, player()].map(marksOf)).toEqual([[0], [0], [0]]);
  expect(AGE_BANDS.map((band) => marksOf(player(band)))).toEqual([
    [0, 13],
    [0, 13, 16],
    [0, 13, 16],
  ]);
  expect(listContentMarks(SYSTEM)).toEqual([0, 13, 16]);
  // Neither signing in nor Premium is what is missing first.
  for (const actor of [VISITOR, player(13)])
    for (const permission of ['game:view', 'game:play'])
      expect(refusalOf(actor, permission, { isPremium: true, minAge: 16 })).toBe('age-required');
  expect(can(player(18), 'game:play', { isPremium: true, minAge: 16 })).toBe(true);
});

test('what players of each age may do, with each answer of a guardian', () => {
  const rows = [null, ...AGE_BANDS].flatMap((band) =>
    [null, 'no' as const, { chat: 'off', buying: 'none' } as const, { chat: 'friends', buying: 'up-to-a-sum' } as const].map((consent) => {
      const { chat, buying, canUpload } = getAllowances(band, consent);
      return [band, typeof consent === 'object' ? (consent?.chat ?? null) : consent, chat, buying, canUpload];
    }),
  );
  const under18 = (band: number | null) => [
    [band, null, 'phrases-by-code', 'none', false],
    [band, 'no', 'off', 'none', false],
    [band, 'off', 'off', 'none', true],
    [band, 'friends', 'free', 'up-to-a-sum', true],
  ];
  const adult = [null, 'no', 'off', 'friends'].map((consent) => [18, consent, 'free', 'free', true]);
  expect(rows).toEqual([...under18(null), ...under18(13), ...under18(16), ...adult]);
  expect([null, ...AGE_BANDS].map(needsGuardian)).toEqual([true, true, true, false]);
});

test('every verb in each age and each state of a consent: these depend on them, and no other', () => {
  // 'asked' is as none; 'withdrawn' is as a no.
  const consents = {
    none: null,
    no: 'no',
    'given, little': { chat: 'off', buying: 'none' },
    'given, phrases, asking': { chat: 'phrases', buying: 'ask' },
    'given, all': { chat: 'friends', buying: 'up-to-a-sum' },
  } as const;
  const listGranted = (band: AgeBand, consent: (typeof consents)[keyof typeof consents]) => {
    const allowances = getAllowances(band, consent);
    const level = allowances.chat === 'phrases-by-code' ? 'off' : allowances.chat;
    // What decides where the table has a subject of its own: a game from 16, one's own words to a friend, what is allowed.
    const subjects: Partial<Record<Permission, unknown>> = {
      'game:view': { minAge: 16 },
      'game:play': { isPremium: false, minAge: 16 },
      'chat:send': { level, isPhrase: false },
      'payment:start': allowances,
      'purchase:ask': allowances,
      'picture:upload': allowances,
      'rating:write': { seconds: 60 },
      'sandbox-payment:use': { mode: 'demo' },
      'outbox:read': { mode: 'demo' },
    };
    const actor: Actor = { kind: 'player', id, role: 'player', premium: true, band };
    return PERMISSIONS.filter((permission) => ask(actor, permission, subjects[permission]));
  };
  const matrix = AGE_BANDS.flatMap((band) =>
    Object.entries(consents).map(([name, consent]) => ({ name: `${band}, ${name}`, granted: listGranted(band, consent) })),
  );
  const always = PERMISSIONS.filter((permission) => matrix.every(({ granted }) => granted.includes(permission)));
  const sometimes = Object.fromEntries(
    matrix.map(({ name, granted }) => [name, granted.filter((permission) => !always.includes(permission)).toSorted()]),
  );
  const games = ['game:play', 'game:view'];
  const under18 = (band: 13 | 16) => {
    const seen = band === 16 ? games : [];
    return {
      [`${band}, none`]: seen,
      [`${band}, no`]: seen,
      [`${band}, given, little`]: [...seen, 'picture:upload'],
      [`${band}, given, phrases, asking`]: [...seen, 'picture:upload', 'purchase:ask'],
      [`${band}, given, all`]: ['chat:send', ...seen, 'payment:start', 'picture:upload', 'purchase:ask'],
    };
  };
  const adult = ['chat:send', ...games, 'payment:start', 'picture:upload'];
  expect(sometimes).toEqual({
    ...under18(13),
    ...under18(16),
    ...Object.fromEntries(Object.keys(consents).map((name) => [`18, ${name}`, adult])),
  });
  // Reporting, asking for help and asking a guardian are never closed.
  for (const permission of ['report:send', 'help:ask', 'help:view', 'guardian:ask', 'account:delete'] as const)
    expect(always).toContain(permission);
});
