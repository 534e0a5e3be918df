/**
 * Tables that are large on a large site: a row for each player (a million), each play (a hundred million), each message, payment or game.
 * Whatever reads or rewrites one of them as a whole takes minutes, so a migration may not do it under a lock that others wait for.
 */
export const GROWN_TABLES: readonly string[] = [
  // For each play, and what is added up from plays.
  'plays active_plays play_history play_times play_totals play_seconds game_days co_plays recommendations',
  // For each game, and what lists and searches read.
  'games listing_entries search_postings search_titles search_words game_checks popular_order',
  // For each player.
  'players sessions identities verification_tokens two_factors last_visits player_days rate_limit_counters',
  'privacy presence email_preferences friend_codes avatars avatar_history wallets newsletter_readers',
  'guardians guardianships guardian_mails consent_records approved_adults push_subscriptions push_settings',
  'username_reservations username_changes display_name_changes email_changes former_names',
  // For what players do.
  'favorites ratings notifications friendships declined_friend_requests blocks conversations messages',
  'groups group_members group_invitations group_name_changes',
  'inventory ledger payments paid_periods subscriptions purchase_requests webhook_events settlement_lines',
  'game_saves',
  'reports player_reports group_reports risk_signals help_requests newsletter_deliveries avatar_uploads',
  // For what the team does; nothing is ever deleted there.
  'audit_log audit_chain',
].flatMap((names) => names.split(' '));
