import { AppError, type AppErrorCode } from './app-error.ts';

/** The role of a player; moderators and operators are the team. */
export type Role = 'player' | 'moderator' | 'operator';

/** Whether a role is one of the team. */
export function isTeamRole(role: Role): boolean {
  return role !== 'player';
}

/** The age bands of players, each named by its youngest age: 13 to 15, 16 and 17, 18 and over. Under 13 nobody has an account. */
export const AGE_BANDS = [13, 16, 18] as const;
export type AgeBand = (typeof AGE_BANDS)[number];

/**
 * What a player may do that a guardian decides under 18. `chat`: nothing; ready phrases with friends made by a friend code; ready phrases with
 * all friends; everything. `buying` with money: nothing; after asking the guardian each time; up to a sum a month; everything.
 */
export type Allowances = {
  chat: 'off' | 'phrases-by-code' | 'phrases' | 'free';
  buying: 'none' | 'ask' | 'up-to-a-sum' | 'free';
  /** Uploading pictures of one's own. */
  canUpload: boolean;
};

/** What two friends can write to each other: nothing, ready phrases, everything. */
export type ChatLevel = 'off' | 'phrases' | 'free';

/** What a guardian chose for a player; 'no': they did not agree, or took it back. Null: nobody has answered. */
export type Consent = { chat: 'off' | 'phrases' | 'friends'; buying: 'none' | 'ask' | 'up-to-a-sum' } | 'no' | null;

/**
 * The content marks of games, each named by the age from which a game fits its players; 0: for everyone. The classes of the listing index are
 * made of them (migrations/0038_content_marks.sql).
 */
export const CONTENT_MARKS = [0, 13, 16] as const;
export type ContentMark = (typeof CONTENT_MARKS)[number];

/**
 * What an age may do with others. `reaches`: which bands they can find, ask and be friends with; it holds in both directions. `isFoundBy`:
 * what it takes to find them in a search, besides their friend code. `isAskedBy`: who can ask to be their friend.
 */
export type BandRules = {
  reaches: readonly AgeBand[];
  isFoundBy: 'part-of-name' | 'whole-username';
  isAskedBy: 'everyone' | 'code-or-shared-friend';
  /** What they may do by themselves; a guardian can allow more than the least. */
  alone: Allowances;
  /** The highest content mark of games that they see and play. */
  gamesUpTo: ContentMark;
};

const BEFORE_CONSENT: Allowances = { chat: 'phrases-by-code', buying: 'none', canUpload: false };
const WITHOUT_CONSENT: Allowances = { chat: 'off', buying: 'none', canUpload: false };
const OF_AGE: Allowances = { chat: 'free', buying: 'free', canUpload: true };

/** The one table of what each age may do. The server decides by it, and /parents and the settings are drawn from it. */
export const AGE_BAND_RULES: Record<AgeBand, BandRules> = {
  13: { reaches: [13, 16], isFoundBy: 'whole-username', isAskedBy: 'code-or-shared-friend', alone: BEFORE_CONSENT, gamesUpTo: 13 },
  16: { reaches: [13, 16], isFoundBy: 'part-of-name', isAskedBy: 'everyone', alone: BEFORE_CONSENT, gamesUpTo: 16 },
  18: { reaches: [18], isFoundBy: 'part-of-name', isAskedBy: 'everyone', alone: OF_AGE, gamesUpTo: 16 },
};

/** The same for visitors, and for players whose age is not known: they may be younger than every band. */
export const VISITOR_GAMES_UP_TO: ContentMark = 0;

/** Whether players of these ages can be in touch. Null: not known, so no. */
export function canReach(one: AgeBand | null, other: AgeBand | null): boolean {
  return one !== null && other !== null && AGE_BAND_RULES[one].reaches.includes(other);
}

/** Whether a guardian decides for players of this age. Not known: they are treated as if one did. */
export function needsGuardian(band: AgeBand | null): boolean {
  return band === null || AGE_BAND_RULES[band].alone.chat !== 'free';
}

/** What a player of an age may do, with what their guardian chose. */
export function getAllowances(band: AgeBand | null, consent: Consent): Allowances {
  if (band !== null && !needsGuardian(band)) return OF_AGE;
  if (consent === null) return BEFORE_CONSENT;
  if (consent === 'no') return WITHOUT_CONSENT;
  return { chat: consent.chat === 'friends' ? 'free' : consent.chat, buying: consent.buying, canUpload: true };
}

/** The actor of a request. Created by the server from the session, never from what the browser claims. */
export type Actor =
  | { kind: 'visitor' }
  | {
      kind: 'player';
      id: string;
      /** The role that counts: a player's, while another one is withheld. */
      role: Role;
      premium: boolean;
      /** Absent: not known. Then they see the games that visitors see. */
      band?: AgeBand;
      /** The role of somebody on the team whose session did not pass the second step. */
      withheldRole?: Exclude<Role, 'player'>;
    }
  /** Signed in to an account that is about to be deleted: they may keep the account and see whom to call for help, and nothing else. */
  | { kind: 'leaving'; id: string }
  /** Signed in, and has not said yet how old they are: until then they may what visitors may, and answer that question. */
  | { kind: 'age-unknown'; id: string }
  /** Our own command line and background jobs. `commandLine`: who runs the command, as far as the operating system knows. */
  | { kind: 'system'; commandLine?: { user: string | null } };

export const VISITOR: Actor = { kind: 'visitor' };
export const SYSTEM: Actor = { kind: 'system' };

type GameAccess = { isPremium: boolean };
type ContentMarked = { minAge: ContentMark };

/** The highest content mark of games that an actor sees and plays. */
function getGamesUpTo(actor: Actor): ContentMark {
  if (actor.kind === 'system') return 16;
  return actor.kind === 'player' && actor.band !== undefined ? AGE_BAND_RULES[actor.band].gamesUpTo : VISITOR_GAMES_UP_TO;
}

/** The content marks of games that an actor sees, rising; for statements that read games. */
export function listContentMarks(actor: Actor): ContentMark[] {
  return CONTENT_MARKS.filter((mark) => mark <= getGamesUpTo(actor));
}

const isPlayer = (actor: Actor) => actor.kind === 'player';
const isOperator = (actor: Actor) => actor.kind === 'player' && actor.role === 'operator';
/** Operators may do all that moderators may. */
const isModerator = (actor: Actor) => isOperator(actor) || (actor.kind === 'player' && actor.role === 'moderator');
const isSystem = (actor: Actor) => actor.kind === 'system';

/** One line per permission. Anything that is not listed here is refused. */
const RULES = {
  'game:list': () => true,
  'game:view': (actor: Actor, game: ContentMarked) => game.minAge <= getGamesUpTo(actor),
  'game:search': () => true,
  // Plays that are over, for the demo world.
  'play:seed': isSystem,
  'game:play': (actor: Actor, game: GameAccess & ContentMarked) =>
    game.minAge <= getGamesUpTo(actor) && (!game.isPremium || (actor.kind === 'player' && actor.premium)),
  // The player's own data: each service only accesses the actor's rows.
  'library:read': isPlayer,
  'library:write': isPlayer,
  'favorite:write': isPlayer,
  'rating:write': (actor: Actor, played: { seconds: number }) => isPlayer(actor) && played.seconds >= 60,
  // The player's avatar: changing it requires premium, deleting an uploaded picture does not.
  'avatar:read': isPlayer,
  'avatar:write': (actor: Actor) => actor.kind === 'player' && actor.premium,
  // Going back to a look that one had.
  'avatar:restore': isPlayer,
  'avatar:delete': isPlayer,
  'avatar:seed': isSystem,
  'picture:upload': (actor: Actor, allowed: Pick<Allowances, 'canUpload'>) => isPlayer(actor) && allowed.canUpload,
  'picture:review': isModerator,
  'notification:read': isPlayer,
  'notification:write': isPlayer,
  'live:open': isPlayer,
  // Which of one's own browsers are told of notifications, and when.
  'push:write': isPlayer,
  // Players are children: pages about them are for those who are signed in.
  'profile:read': isPlayer,
  'friend:read': isPlayer,
  'friend:write': isPlayer,
  // One's own groups; making and leaving them, inviting friends, and what an owner or a helper does there.
  'group:read': isPlayer,
  'group:write': isPlayer,
  // What a change of age or the end of an account does to groups; deleting those that were closed.
  'group:run': isSystem,
  'chat:read': isPlayer,
  'chat:write': isPlayer,
  // Sending a message to a friend, at what the ages, the guardians and the friend code of the two allow; a ready phrase, or one's own words.
  'chat:send': (actor: Actor, message: { level: ChatLevel; isPhrase: boolean }) =>
    isPlayer(actor) && (message.level === 'free' || (message.level === 'phrases' && message.isPhrase)),
  'feature-flag:set': isOperator,
  // Kiddocash: reading one's own, and (with a reason) adjusting anybody's.
  'wallet:read': isPlayer,
  'wallet:adjust': isOperator,
  // Plans, payments, receipts: one's own; operators see everybody's.
  'subscription:read': isPlayer,
  'subscription:write': isPlayer,
  // Paying with money by oneself.
  'payment:start': (actor: Actor, allowed: Pick<Allowances, 'buying'>) =>
    isPlayer(actor) && (allowed.buying === 'free' || allowed.buying === 'up-to-a-sum'),
  'payment:read-all': isOperator,
  // Sending money back, through the provider.
  'payment:refund': isOperator,
  // Reading disputes and answering them; asking the provider about them, sending answers, calling operators.
  'dispute:answer': isOperator,
  'dispute:run': isSystem,
  // What the provider settled beside what was paid here: reading it; fetching it.
  'settlement:read': isOperator,
  'settlement:run': isSystem,
  // Asking a guardian to pay for something.
  'purchase:ask': (actor: Actor, allowed: Pick<Allowances, 'buying'>) =>
    isPlayer(actor) && (allowed.buying === 'ask' || allowed.buying === 'up-to-a-sum'),
  // Items to wear: viewing and buying them, and one's own inventory.
  'item:list': () => true,
  'item:buy': isPlayer,
  'inventory:read': isPlayer,
  'inventory:write': isPlayer,
  // Items, avatar templates, plans (with the packs) and settings of the site: operators edit them; the system seeds those that ship with the site at startup.
  'item:edit': isOperator,
  'item:seed': isSystem,
  'template:edit': isOperator,
  'plan:edit': isOperator,
  'setting:edit': isOperator,
  'report:send': isPlayer,
  // The help lines are for everybody; telling our team is for players.
  'help:view': () => true,
  'help:ask': isPlayer,
  'help:review': isModerator,
  'report:review': isModerator,
  // Searching all players, also by former names; reading what the team knows of one; notes of the team about a player.
  'player:find': isModerator,
  'player:read-record': isModerator,
  'player:note': isModerator,
  // The list of all open cases, and who looks at which; the mails that call the team: which of them one gets, and sending them.
  'case:list': isModerator,
  'case:assign': isModerator,
  'case-alert:set': isModerator,
  'case-alert:send': isSystem,
  // Reading what became of the cases that Kiddo opened by itself.
  'risk-case:measure': isOperator,
  // The figures of the site, without players: reading them; counting them.
  'statistics:read': isOperator,
  'statistics:run': isSystem,
  // The line over the site: seeing it; planning and ending it; writing into the bells what it says.
  'announcement:view': () => true,
  'announcement:edit': isOperator,
  'announcement:run': isSystem,
  // The status page: reading it; checking what works; writing what happened.
  'status:read': () => true,
  'status:run': isSystem,
  'incident:edit': isOperator,
  // Keeping a case for the police, handing it out as a file, reading what is kept of deleted accounts, freeing an address that a ban holds.
  'case:hold': isOperator,
  'case:export': isOperator,
  'case:read-erased': isOperator,
  'address:free': isOperator,
  'catalogue:import': (actor: Actor) => isSystem(actor) || isOperator(actor),
  // Games on operators' pages: adding, editing, showing, the order of staff picks and what is featured; removing for good; what jobs do of it.
  'catalogue:edit': isOperator,
  'catalogue:remove': isOperator,
  'catalogue:run': isSystem,
  // The nightly check of games: reading what it found; opening a game now, and leaving one hidden that it has hidden; running it.
  'game-check:read': isOperator,
  'game-check:request': isOperator,
  'game-check:run': isSystem,
  // Signing up, signing in, confirming an email address, requesting and choosing a new password.
  'account:sign-in': (actor: Actor) => actor.kind === 'visitor' || actor.kind === 'age-unknown' || isPlayer(actor),
  'account:sign-out': isPlayer,
  // The player's own password, sessions and second factor; exporting their data; deleting the account and undoing that.
  'security:read': isPlayer,
  'security:write': isPlayer,
  'account:export': isPlayer,
  'account:delete': isPlayer,
  'account:cancel-deletion': (actor: Actor) => actor.kind === 'leaving',
  'account:erase': isSystem,
  // Saying one's month of birth, once; closing the account of a player under 13; correcting a month of birth; the bands, by the calendar.
  'age:answer': (actor: Actor) => actor.kind === 'age-unknown',
  'age:review': isModerator,
  'age:change': isOperator,
  'age:move-bands': isSystem,
  // A player asks a guardian, and sees what they chose. A guardian acts by the key in a mail; jobs send the mails.
  'guardian:ask': isPlayer,
  'guardian:answer': () => true,
  'guardian:run': isSystem,
  // The settings of the player's own account.
  'settings:read': isPlayer,
  'settings:write': isPlayer,
  // Authorized by the key in the email itself: only a recipient of the email has it.
  'email:unsubscribe': () => true,
  // Demo players, the first operator: by command line only.
  'account:manage-staff': isSystem,
  // Giving somebody a role of the team, or taking it.
  'account:set-role': (actor: Actor) => isSystem(actor) || isOperator(actor),
  // Checking that nobody touched the audit log: by command line only.
  'audit-log:verify': isSystem,
  // The demo world: made at the first start, removed by command line.
  'demo:seed': isSystem,
  'demo:remove': isSystem,
  // What a parent requests for a child's account, to which they cannot sign in: its names, its data as a file, its deletion, the end of a consent.
  'account:assist-parent': (actor: Actor) => isSystem(actor) || isOperator(actor),
  // Signing a player out everywhere; reading an address.
  'account:sign-out-other': isOperator,
  'account:read-address': isOperator,
  'filter:seed': isSystem,
  'filter:edit': isModerator,
  // Sending us messages, and subscribing to the newsletter; operators answer messages and send the newsletter.
  'message:send': () => true,
  'message:reply': isOperator,
  'newsletter:subscribe': () => true,
  'newsletter:send': isOperator,
  // The pages, the blog and the help articles: editing, publishing and withdrawing them.
  'text:edit': isOperator,
  'sandbox-payment:use': (_actor: Actor, environment: { mode: 'demo' | 'production' }) => environment.mode === 'demo',
  'outbox:read': (_actor: Actor, environment: { mode: 'demo' | 'production' }) => environment.mode === 'demo',
} satisfies Record<string, (actor: Actor, subject: never) => boolean>;

export type Permission = keyof typeof RULES;

/**
 * What an actor of kind 'leaving' may have. Somebody else may want the account gone: the help lines stay open to its child. And whoever opens
 * a guardian's mail on this device is not the player.
 */
const LEAVING_PERMISSIONS: ReadonlySet<string> = new Set([
  'account:cancel-deletion',
  'help:view',
  'guardian:answer',
] satisfies Permission[]);

type Subject<V extends Permission> = Parameters<(typeof RULES)[V]> extends [unknown, infer S] ? [subject: S] : [];

/** Whether this actor has the permission. A pure function, so that the server and a table test can both call it. */
export function can<V extends Permission>(actor: Actor, permission: V, ...subject: Subject<V>): boolean {
  if (!Object.hasOwn(RULES, permission)) return false;
  if (actor.kind === 'leaving' && !LEAVING_PERMISSIONS.has(permission)) return false;
  return (RULES[permission] as (actor: Actor, subject: unknown) => boolean)(actor, subject[0]);
}

/**
 * Returns if the actor has the permission, else throws: 'age-required' for a game that is for older players, 'sign-in-required' for visitors, 'premium-required' if premium would grant it,
 * 'guardian-required' if a guardian decides about it and has not allowed it, 'second-step-required' if the role would that is withheld until
 * the session passed the second step, otherwise 'not-allowed'.
 */
export function authorize<V extends Permission>(actor: Actor, permission: V, ...subject: Subject<V>): void {
  if (can(actor, permission, ...subject)) return;
  const fail = (code: AppErrorCode) => new AppError(code, undefined, { permission });
  if (GAME_PERMISSIONS.has(permission) && !RULES['game:view'](actor, subject[0] as ContentMarked)) throw fail('age-required');
  if (actor.kind === 'visitor') throw fail('sign-in-required');
  if (actor.kind === 'player' && actor.withheldRole !== undefined && can({ ...actor, role: actor.withheldRole }, permission, ...subject))
    throw fail('second-step-required');
  if (actor.kind === 'player' && GUARDIAN_PERMISSIONS.has(permission)) throw fail('guardian-required');
  throw fail(actor.kind === 'player' && PREMIUM_PERMISSIONS.has(permission) ? 'premium-required' : 'not-allowed');
}

/** What takes an age that the game's content mark fits. */
const GAME_PERMISSIONS: ReadonlySet<string> = new Set(['game:view', 'game:play'] satisfies Permission[]);

const PREMIUM_PERMISSIONS: ReadonlySet<string> = new Set(['game:play', 'avatar:write'] satisfies Permission[]);

/** What players may do from 18 on, and earlier if a guardian allows it. */
const GUARDIAN_PERMISSIONS: ReadonlySet<string> = new Set(['payment:start', 'purchase:ask', 'picture:upload'] satisfies Permission[]);

/** Whether the actor is on the team, also while their role is withheld. */
export function isOnTeam(actor: Actor): boolean {
  return actor.kind === 'player' && (actor.role !== 'player' || actor.withheldRole !== undefined);
}

/** Every permission, for the table test. */
export const PERMISSIONS = Object.keys(RULES) as Permission[];

/** The id of the signed-in player. @throws AppError 'sign-in-required' if the actor is not a player */
export function requirePlayerId(actor: Actor): string {
  if (actor.kind !== 'player') throw new AppError('sign-in-required');
  return actor.id;
}
