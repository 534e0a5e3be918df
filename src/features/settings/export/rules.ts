import type { RateLimit } from '../../../shared/rate-limit.ts';
import { whereAgesReach } from '../../friends/access/rules.ts';

/** How often a player can export their data. */
export const EXPORT_LIMIT: RateLimit = { name: 'exports', points: 1, seconds: 3600 };
/** Rows loaded at once, so that a whole list is never in memory. */
export const EXPORT_PAGE_SIZE = 500;

/** A list in the file. The SQL is ours: `$me` is the placeholder for the player id. */
export type Section = {
  name: string;
  columns: string;
  from: string;
  where: string;
  /** The sort columns and their types; together they are unique per row, for pagination. */
  key: readonly (readonly [column: string, type: 'timestamptz' | 'text' | 'uuid' | 'int'])[];
  /**
   * The file for a parent does not have this list: whoever harms a child may be the one who asks for the file, so it has nothing that the
   * child wrote to our team (docs/decisions/056).
   */
  isPrivateFromParents?: true;
  /** For the same reason the file for a parent has only these rows of the list. */
  whereForParents?: string;
};

const ownTable = (
  table: string,
  key: Section['key'],
  columns: string,
  where = `t.player_id = $me`,
): Pick<Section, 'columns' | 'from' | 'where' | 'key'> => ({
  columns,
  from: `${table} t`,
  where,
  key,
});
const byTime = (column: string, then: readonly [string, 'text' | 'uuid']): Section['key'] => [[`t.${column}`, 'timestamptz'], then];

/** Joins the other player of a pair. */
const OTHER_PLAYER_JOIN = `players o on o.id = case when t.low_id = $me then t.high_id else t.low_id end`;

/** The email address of the player's account, if confirmed. */
const OWN_EMAIL = '(select p.email from players p where p.id = $me and p.email_confirmed)';

/**
 * All lists in the file except messages, in this order. Only these columns are exported: no hashes, no keys, nothing about others but
 * names.
 */
export const SECTIONS: readonly Section[] = [
  {
    name: 'waysToSignIn',
    ...ownTable(
      'identities',
      [['t.id', 'uuid']],
      `case t.provider when 'credential' then 'password' else t.provider end as way,
      case t.provider when 'credential' then null else t.subject end as account, t.created_at as since`,
    ),
  },
  {
    name: 'sessions',
    ...ownTable(
      'sessions',
      byTime('created_at', ['t.id', 'uuid']),
      't.user_agent as device, t.ip_address as address, t.created_at as since, t.updated_at as "lastUsed", t.expires_at as until',
    ),
  },
  { name: 'usernameChanges', ...ownTable('username_changes', [['t.changed_at', 'timestamptz']], 't.changed_at as at') },
  { name: 'displayNameChanges', ...ownTable('display_name_changes', byTime('changed_at', ['t.id', 'uuid']), 't.changed_at as at') },
  {
    name: 'formerNames',
    ...ownTable('former_names', byTime('until', ['t.id', 'uuid']), 't.username, t.display_name as "displayName", t.until'),
  },
  { name: 'newEmails', ...ownTable('email_changes', [['t.player_id', 'uuid']], 't.email, t.expires_at as until') },
  { name: 'privacy', ...ownTable('privacy', [['t.player_id', 'uuid']], 't.profile, t.finding, t.asking, t.online') },
  {
    name: 'guardians',
    columns: `t.email, t.state, t.relation, t.chat, t.buying, t.monthly_limit_minor as "monthlyLimitInSmallestUnit", t.asked_at as "askedAt",
      t.reminded_at as "remindedAt", t.decided_at as "decidedAt"`,
    from: 'guardianships t',
    where: 't.player_id = $me',
    key: byTime('asked_at', ['t.id', 'uuid']),
  },
  {
    name: 'guardiansDecisions',
    ...ownTable(
      'consent_records',
      byTime('at', ['t.id', 'uuid']),
      `t.guardian_email as email, t.decision, t.relation, t.chat, t.buying, t.monthly_limit_minor as "monthlyLimitInSmallestUnit",
      t.adult_change as "grownUpChange", t.adult_username as "grownUp", t.text_version as "textVersion", t.language, t.mail_kind as "byMail", t.mail_queued_at as "mailedAt", t.at`,
    ),
  },
  {
    name: 'askedAtHome',
    ...ownTable(
      'purchase_requests',
      byTime('asked_at', ['t.id', 'uuid']),
      `coalesce(t.plan_id, t.pack_id) as what, t.price_minor as "priceInSmallestUnit", t.state, t.asked_at as "askedAt", t.expires_at as until,
      t.decided_at as "answeredAt", t.reply as answer`,
    ),
  },
  {
    name: 'approvedGrownUps',
    columns: 't.username, t.approved_at as at',
    from: 'approved_adults t join guardianships g on g.id = t.guardianship_id',
    where: 'g.player_id = $me',
    key: byTime('approved_at', ['t.username', 'text']),
  },
  { name: 'mails', ...ownTable('email_preferences', [['t.player_id', 'uuid']], 't.friends, t.messages, t.games') },
  {
    name: 'pushSubscriptions',
    columns: `x.user_agent as device, substring(t.endpoint from '^https?://([^/]+)') as "pushService", t.created_at as since, t.last_used_at as "lastUsed", t.refused_since as "refusedSince"`,
    from: 'push_subscriptions t join sessions x on x.id = t.session_id',
    where: 't.player_id = $me',
    key: byTime('created_at', ['t.id', 'uuid']),
  },
  {
    name: 'quietHours',
    ...ownTable('push_settings', [['t.player_id', 'uuid']], 't.quiet_from as "fromHour", t.quiet_until as "untilHour"'),
  },
  { name: 'pushMessagesSent', ...ownTable('push_throttles', [['t.tag', 'text']], 't.tag as about, t.sent_at as at') },
  // Of somebody of the team: what they are called for.
  { name: 'teamMails', ...ownTable('case_alert_settings', [['t.player_id', 'uuid']], 't.urgent, t.due_soon as "dueSoon", t.digest') },
  { name: 'lastVisit', ...ownTable('last_visits', [['t.player_id', 'uuid']], 't.seen_on::text as day, t.warned_at as "warnedAt"') },
  { name: 'daysHere', ...ownTable('player_days', [['t.day::text', 'text']], 't.day::text as day, t.hour') },
  { name: 'lastSeen', ...ownTable('presence', [['t.player_id', 'uuid']], 't.seen_at as at') },
  { name: 'friendCodes', ...ownTable('friend_codes', [['t.player_id', 'uuid']], 't.code') },
  {
    name: 'friends',
    columns:
      'o.username, o.display_name as "displayName", t.state, t.requested_by = $me as "askedByMe", t.requested_at as "askedAt", t.accepted_at as "acceptedAt"',
    from: `friendships t join ${OTHER_PLAYER_JOIN}`,
    // Whom the player took out of the list of paused friendships, they do not see any more.
    where: '(t.low_id = $me or t.high_id = $me) and t.removed_by is distinct from $me and o.closed_as is null',
    key: [
      ['t.low_id', 'uuid'],
      ['t.high_id', 'uuid'],
    ],
  },
  {
    name: 'blocked',
    // As the list of blocked players: no name of somebody out of sight.
    columns: `case when ${whereAgesReach('me', 'o')} then o.username end as username, t.created_at as at`,
    from: 'blocks t join players o on o.id = t.blocked_id join players me on me.id = t.player_id',
    where: 't.player_id = $me',
    key: [['t.blocked_id', 'uuid']],
  },
  {
    name: 'declined',
    columns: `case when ${whereAgesReach('me', 'o')} then o.username end as username, t.declined_at as at`,
    from: 'declined_friend_requests t join players o on o.id = t.requester_id join players me on me.id = t.decliner_id',
    where: 't.decliner_id = $me',
    key: [['t.requester_id', 'uuid']],
  },
  {
    name: 'groups',
    columns: 'g.name, g.motto, t.role, t.joined_at as since, g.created_by = $me as "madeByMe"',
    from: 'group_members t join groups g on g.id = t.group_id and g.closed_at is null',
    where: 't.player_id = $me',
    key: [['t.group_id', 'uuid']],
  },
  {
    name: 'groupInvitations',
    // Those received, without who sent them, and those sent, as the page of the group shows them. That somebody was removed is theirs alone, and silent.
    columns: `g.name as "group", t.player_id = $me as "toMe", case when t.player_id <> $me and ${whereAgesReach('me', 'o')} then o.username end as "to",
      t.state, t.created_at as at`,
    from: 'group_invitations t join groups g on g.id = t.group_id and g.closed_at is null join players o on o.id = t.player_id join players me on me.id = $me',
    where: `((t.player_id = $me and t.state <> 'removed') or (t.invited_by = $me and t.state = 'open'))`,
    key: [
      ['t.group_id', 'uuid'],
      ['t.player_id', 'uuid'],
    ],
  },
  {
    name: 'groupNames',
    ...ownTable('group_name_changes', byTime('changed_at', ['t.id', 'uuid']), 't.name, t.motto, t.changed_at as at', 't.changed_by = $me'),
  },
  {
    name: 'favorites',
    columns: 'g.title as game, t.game_id as "gameId", t.created_at as at',
    from: 'favorites t join games g on g.id = t.game_id',
    where: 't.player_id = $me',
    key: byTime('created_at', ['t.game_id', 'text']),
  },
  {
    name: 'history',
    columns: 'g.title as game, t.game_id as "gameId", t.played_at as at',
    from: 'play_history t join games g on g.id = t.game_id',
    where: 't.player_id = $me',
    key: byTime('played_at', ['t.id', 'uuid']),
  },
  {
    name: 'plays',
    columns: 'g.title as game, t.game_id as "gameId", t.started_at as at',
    from: 'plays t join games g on g.id = t.game_id',
    where: 't.player_id = $me',
    key: [['t.id', 'uuid']],
  },
  {
    name: 'timePlayed',
    columns: 'g.title as game, t.game_id as "gameId", round(t.seconds) as seconds',
    from: 'play_times t join games g on g.id = t.game_id',
    where: 't.player_id = $me',
    key: [['t.game_id', 'text']],
  },
  {
    name: 'savedGames',
    columns: `g.title as game, t.game_id as "gameId", t.best, t.save::json as save, t.saved_at as at,
      t.former::json as "earlierSave", t.former_saved_at as "earlierSaveAt"`,
    from: 'game_saves t join games g on g.id = t.game_id',
    where: 't.player_id = $me and t.save is not null',
    key: [['t.game_id', 'text']],
  },
  {
    name: 'recommended',
    columns: 'g.title as game, t.game_id as "gameId", t.created_at as at',
    from: 'recommendations t join games g on g.id = t.game_id',
    where: 't.player_id = $me',
    key: [
      ['t.created_at', 'timestamptz'],
      ['t.position', 'int'],
    ],
  },
  {
    name: 'ratings',
    columns: 'g.title as game, t.game_id as "gameId", t.stars, t.updated_at as at',
    from: 'ratings t join games g on g.id = t.game_id',
    where: 't.player_id = $me',
    key: [['t.game_id', 'text']],
  },
  {
    name: 'reportsAboutGames',
    isPrivateFromParents: true,
    columns: 'g.title as game, t.reason, t.description, t.state, t.created_at as at',
    from: 'reports t join games g on g.id = t.game_id',
    where: 't.player_id = $me',
    key: byTime('created_at', ['t.id', 'uuid']),
  },
  {
    name: 'reportsAboutPlayers',
    isPrivateFromParents: true,
    // The name that the player had then, and that the reporter saw.
    columns: 't.reported_username as about, t.reason, t.description, t.state, t.created_at as at',
    from: 'player_reports t',
    where: 't.reporter_id = $me',
    key: byTime('created_at', ['t.id', 'uuid']),
  },
  {
    name: 'reportsAboutGroups',
    isPrivateFromParents: true,
    // What the group was called then, and what the reporter saw.
    columns: 't.reported_name as about, t.reason, t.description, t.state, t.created_at as at',
    from: 'group_reports t',
    where: 't.reporter_id = $me',
    key: byTime('created_at', ['t.id', 'uuid']),
  },
  {
    name: 'askedForHelp',
    isPrivateFromParents: true,
    ...ownTable(
      'help_requests',
      byTime('created_at', ['t.id', 'uuid']),
      't.words as text, t.state, t.created_at as at',
      't.player_id = $me',
    ),
  },
  {
    // What was counted of what the player did (docs/decisions/055). Not what others did: a block or a declined request is theirs, and silent.
    name: 'countedOverTime',
    ...ownTable(
      'risk_signals',
      byTime('first_at', ['t.id', 'uuid']),
      't.kind, t.day::text as day, t.times',
      `t.player_id = $me and t.kind not in ('declined', 'removed', 'blocked')`,
    ),
  },
  {
    name: 'warnings',
    ...ownTable(
      'sanctions',
      byTime('created_at', ['t.id', 'uuid']),
      't.kind, t.why, t.created_at as at, t.until, t.lifted_at as "liftedAt"',
    ),
  },
  {
    name: 'notifications',
    // The receipt of a report names whom it is about.
    whereForParents: `t.type <> 'report'`,
    ...ownTable('notifications', [['t.id', 'uuid']], 't.type, t.title, t.message, t.is_read as read, t.created_at as at'),
  },
  {
    name: 'avatar',
    ...ownTable('avatars', [['t.player_id', 'uuid']], 't.style, t.template_id as template, t.look, t.updated_at as since'),
  },
  {
    name: 'formerAvatars',
    ...ownTable('avatar_history', byTime('worn_until', ['t.id', 'uuid']), 't.choice as avatar, t.worn_until as "wornUntil"'),
  },
  {
    name: 'pictures',
    ...ownTable('avatar_uploads', byTime('created_at', ['t.id', 'uuid']), 't.state, t.created_at as at, t.decided_at as "decidedAt"'),
  },
  {
    name: 'inventory',
    columns: 'i.name as item, t.number, t.price, t.is_worn as worn, t.bought_at as at',
    from: 'inventory t join items i on i.id = t.item_id',
    where: 't.player_id = $me',
    key: byTime('bought_at', ['t.item_id', 'text']),
  },
  {
    name: 'kiddocash',
    ...ownTable('ledger', [['t.id', 'uuid']], 't.amount, t.balance, t.source, t.note, t.at'),
  },
  {
    name: 'payments',
    ...ownTable(
      'payments',
      byTime('created_at', ['t.reference', 'text']),
      `t.reference, t.product, t.plan_id as plan, t.pack_id as pack, t.channel, t.amount_minor as "amountInSmallestUnit", t.currency, t.state,
      t.created_at as at, t.paid_at as "paidAt"`,
    ),
  },
  {
    name: 'subscriptions',
    ...ownTable(
      'subscriptions',
      byTime('created_at', ['t.id', 'uuid']),
      't.plan_id as plan, t.channel, t.state, t.created_at as since, t.ended_at as "endedAt"',
    ),
  },
  {
    name: 'paidTime',
    ...ownTable(
      'paid_periods',
      byTime('begins_at', ['t.reference', 'text']),
      't.reference, t.plan_id as plan, t.begins_at as "from", t.ends_at as until, t.revoked_at as "revokedAt"',
    ),
  },
  {
    name: 'lettersToUs',
    isPrivateFromParents: true,
    ...ownTable(
      'contact_messages',
      byTime('created_at', ['t.id', 'uuid']),
      `t.name, t.email, t.subject, t.body as text, t.state, t.created_at as at, (
        select coalesce(jsonb_agg(jsonb_build_object('text', a.body, 'at', a.created_at) order by a.created_at, a.id), '[]')
        from contact_answers a where a.message_id = t.id) as answers`,
      // Without signing in, the email address is all that identifies the sender. Messages that another account sent with this address are
      // theirs.
      `(t.player_id = $me or (t.player_id is null and t.email = ${OWN_EMAIL}))`,
    ),
  },
  {
    name: 'newPostsByEmail',
    ...ownTable(
      'newsletter_readers',
      [['t.id', 'uuid']],
      `t.email, t.created_at as "askedAt", t.confirmed_at as "confirmedAt",
      (select coalesce(jsonb_agg(l.post order by l.created_at, l.post), '[]') from newsletter_deliveries l where l.reader_id = t.id) as posts`,
      `t.email = ${OWN_EMAIL}`,
    ),
  },
  {
    name: 'savedTexts',
    ...ownTable(
      'text_versions',
      byTime('saved_at', ['t.id', 'uuid']),
      't.kind, t.slug, t.number as version, t.state, t.saved_at as at',
      't.saved_by = $me',
    ),
  },
];
