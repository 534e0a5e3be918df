import { UNCONFIRMED_DAYS } from '../accounts/rules.ts';
import { ALERT_RETENTION_DAYS, ASSIGNMENT_RETENTION_DAYS } from '../case-queue/alerts/rules.ts';
import { RETENTION_DAYS as ANSWERED_MESSAGE_DAYS } from '../contact/rules.ts';
import { DECLINE_COOLDOWN_DAYS } from '../friends/rules.ts';
import { CHECK_RETENTION_DAYS as CHECKED_NIGHT_DAYS } from '../game-checks/rules.ts';
import { CLOSED_GROUP_DAYS, FORMER_GROUP_NAME_MONTHS, INVITATION_DAYS } from '../groups/membership/rules.ts';
import { UNANSWERED_DAYS } from '../guardians/rules.ts';
import { CASE_RETENTION_MONTHS } from '../moderation/cases/schema.ts';
import { CONFIRM_SECONDS as NEWSLETTER_CONFIRM_SECONDS } from '../newsletter/rules.ts';
import { RETENTION_DAYS as NOTIFICATION_DAYS } from '../notifications/rules.ts';
import { THROTTLE_RETENTION_HOURS } from '../push/delivery/rules.ts';
import { RETENTION_HOURS as RECOMMENDATION_HOURS } from '../recommendations/rules.ts';
import { SIGNAL_RETENTION_DAYS } from '../risk-scoring/rules.ts';
import { CHECK_RETENTION_DAYS, DAY_RETENTION_DAYS } from '../service-status/rules.ts';
import { FIGURE_RETENTION_DAYS } from '../statistics/rules.ts';
import { PURCHASE_REQUEST_RETENTION_DAYS } from '../subscriptions/purchase-requests/rules.ts';
import { EVENT_RETENTION_DAYS } from '../subscriptions/webhooks/rules.ts';
import { DELETION_GRACE_DAYS, DELETION_LINK_MINUTES } from './account-deletion/rules.ts';
import { CLOSED_ACCOUNT_DAYS } from './account-deletion/schema.ts';
import { EMAIL_LINK_HOURS, FORMER_NAME_MONTHS, RENAME_DAYS } from './account/rules.ts';
import { INACTIVE_MONTHS, WARNING_DAYS } from './inactivity/rules.ts';

/** A length of time: '14 days'. */
export type Period = { count: number; unit: 'hour' | 'day' | 'month' };

/** One kind of data that is deleted by its age, or some time after an event. */
export type RetentionRule = {
  data: string;
  after: Period;
  /** The event from which the time runs. */
  since: string;
  /**
   * What deletes it: a scheduled job by its name; `limit`: something else in the code; `operator`: the guide asks the operator for it,
   * because it is not in Kiddo's database.
   */
  by: { job: string } | { limit: string } | { operator: 'docs/operators-guide.md' };
  /** How the row of the table in content/pages/privacy.md begins that says so; or why none does. */
  page: { row: string } | { notListed: string };
};

const hours = (count: number): Period => ({ count, unit: 'hour' });
const days = (count: number): Period => ({ count, unit: 'day' });
const months = (count: number): Period => ({ count, unit: 'month' });

const ACCOUNT = { row: 'Username, display name, email address' };
const SIGNING_IN = { row: 'Password as an Argon2id hash' };
const QUEUED_MAILS = { row: 'Letters of ours that wait' };
const NAMES = { row: 'Former usernames' };
const GROUPS = { row: 'Groups' };
const PUSH_SUBSCRIPTIONS = { row: 'Browsers that may tell a player' };
const GUIDE = { operator: 'docs/operators-guide.md' } as const;

/**
 * How long everything is kept that does not simply go with the account. Who needs a number takes it from where it is defined, and so does this
 * table: none is here twice, but those that lie in layers which this file may not import. Tests compare those, the jobs, and the words of
 * the privacy page.
 */
export const RETENTION: readonly RetentionRule[] = [
  {
    data: 'An account whose address nobody confirmed, and the username reserved for it',
    after: days(UNCONFIRMED_DAYS),
    since: 'the sign-up',
    by: { job: 'accounts.delete-expired' },
    page: ACCOUNT,
  },
  {
    data: 'What was typed to sign up with an address that has an account or is banned: address and password hash, with the reserved username',
    after: days(UNCONFIRMED_DAYS),
    since: 'the sign-up',
    by: { job: 'accounts.delete-expired' },
    page: SIGNING_IN,
  },
  {
    data: 'An account',
    after: days(DELETION_GRACE_DAYS),
    since: 'the request for its deletion',
    by: { job: 'settings.erase-due-accounts' },
    page: ACCOUNT,
  },
  {
    data: 'An account that was closed because its player is under 13',
    after: days(CLOSED_ACCOUNT_DAYS),
    since: 'it was closed; a new one that has paid nothing is erased at once',
    by: { job: 'settings.erase-due-accounts' },
    page: { row: 'Month and year of birth' },
  },
  {
    data: 'An account that nobody uses: its player is warned',
    after: months(INACTIVE_MONTHS),
    since: 'the last visit',
    by: { job: 'settings.warn-inactive-players' },
    page: ACCOUNT,
  },
  {
    data: 'An account that nobody uses',
    after: days(WARNING_DAYS),
    since: 'a mail server took the warning',
    by: { job: 'settings.close-inactive-accounts' },
    page: ACCOUNT,
  },
  {
    data: 'A request to a guardian who did not answer, or in whose place another one was asked, with the address',
    after: days(UNANSWERED_DAYS),
    since: 'it was mailed, or the last reminder',
    by: { job: 'guardians.delete-unanswered' },
    page: { row: 'Guardian’s email address' },
  },
  {
    data: 'A link that confirms an address (as a hash)',
    after: hours(24),
    since: 'it was mailed',
    by: { job: 'accounts.delete-expired' },
    page: SIGNING_IN,
  },
  {
    data: 'A link to choose a new password (as a hash)',
    after: hours(1),
    since: 'it was mailed',
    by: { job: 'accounts.delete-expired' },
    page: SIGNING_IN,
  },
  {
    data: 'A link to delete an account (as a hash)',
    after: hours(DELETION_LINK_MINUTES / 60),
    since: 'it was mailed',
    by: { job: 'accounts.delete-expired' },
    page: SIGNING_IN,
  },
  {
    data: 'A session that is remembered',
    after: days(30),
    since: 'the sign-in',
    by: { job: 'accounts.delete-expired' },
    page: { row: 'Sessions' },
  },
  {
    data: 'A session that is not remembered',
    after: hours(24),
    since: 'the sign-in',
    by: { job: 'accounts.delete-expired' },
    page: { row: 'Sessions' },
  },
  {
    data: 'A session of the team',
    after: hours(12),
    since: 'the sign-in',
    by: { job: 'accounts.delete-expired' },
    page: { notListed: 'the page is for players' },
  },
  {
    data: 'A counter of tries: the longest',
    after: days(30),
    since: 'the first try that it counts',
    by: { job: 'accounts.delete-expired' },
    page: { row: 'Counters of tries' },
  },
  {
    data: 'A former username, reserved for its player',
    after: days(RENAME_DAYS),
    since: 'the change',
    by: { job: 'accounts.delete-expired' },
    page: NAMES,
  },
  {
    data: 'When a name was changed',
    after: days(RENAME_DAYS),
    since: 'the change',
    by: { limit: 'the next change of that name' },
    page: NAMES,
  },
  {
    data: 'A former name, for our team',
    after: months(FORMER_NAME_MONTHS),
    since: 'the change',
    by: { job: 'settings.delete-former-names' },
    page: NAMES,
  },
  {
    data: 'A former name and motto of a group, for our team',
    after: months(FORMER_GROUP_NAME_MONTHS),
    since: 'they were chosen; what it is called now stays',
    by: { job: 'groups.delete-former-names' },
    page: GROUPS,
  },
  {
    data: 'A closed group: name, motto, badge, who was in it and invited',
    after: days(CLOSED_GROUP_DAYS),
    since: 'it was closed',
    by: { job: 'groups.delete-closed' },
    page: GROUPS,
  },
  {
    data: 'An invitation to a group, and that somebody declined one or was removed',
    after: days(INVITATION_DAYS),
    since: 'it was sent, declined or done',
    by: { job: 'groups.delete-expired-invitations' },
    page: GROUPS,
  },
  {
    data: 'A new address that waits to be confirmed',
    after: hours(EMAIL_LINK_HOURS),
    since: 'it was asked for',
    by: { job: 'settings.delete-expired-email-changes' },
    page: NAMES,
  },
  {
    data: 'Recommendations',
    after: hours(RECOMMENDATION_HOURS),
    since: 'they were made',
    by: { job: 'recommendations.delete-old' },
    page: { row: 'Favorites, history' },
  },
  {
    data: 'That a request for friendship was declined',
    after: days(DECLINE_COOLDOWN_DAYS),
    since: 'it was declined',
    by: { job: 'friends.delete-expired-declines' },
    page: { row: 'Friendships' },
  },
  {
    data: 'What is kept of the case of an erased player, and copied reports',
    after: months(CASE_RETENTION_MONTHS),
    since: 'the case was closed',
    by: { job: 'moderation.delete-old-cases' },
    page: { row: 'Reports about players' },
  },
  {
    data: 'What a player asked help for',
    after: months(CASE_RETENTION_MONTHS),
    since: 'it was decided',
    by: { job: 'moderation.delete-old-cases' },
    page: { row: 'What you wrote when you asked for help' },
  },
  {
    data: 'For which case our team was called, by its number',
    after: days(ALERT_RETENTION_DAYS),
    since: 'the call',
    by: { job: 'case-queue.delete-old-alerts' },
    page: { notListed: 'the page is for players, and this is what our team does' },
  },
  {
    data: 'Who of our team looked at which case, or left it',
    after: days(ASSIGNMENT_RETENTION_DAYS),
    since: 'the case was left, or free again without having been left or decided',
    by: { job: 'case-queue.delete-old-alerts' },
    page: { notListed: 'the page is for players, and this is what our team does' },
  },
  {
    data: 'Signals: what a player did over time, counted',
    after: days(SIGNAL_RETENTION_DAYS),
    since: 'the day that they count',
    by: { job: 'risk-scoring.delete-old-signals' },
    page: { row: 'How often a player did what kind of thing' },
  },
  {
    data: 'On which days a player was here, and the figures of the operators',
    after: days(FIGURE_RETENTION_DAYS),
    since: 'the day',
    by: { job: 'statistics.delete-old' },
    page: { row: 'Days on which a player was here' },
  },
  {
    data: 'What each check of the site found, minute by minute',
    after: days(CHECK_RETENTION_DAYS),
    since: 'the check',
    by: { job: 'service-status.delete-old' },
    page: { notListed: 'it says nothing about anybody' },
  },
  {
    data: 'How many minutes of a day each part of the site worked, and incidents of the status page',
    after: days(DAY_RETENTION_DAYS),
    since: 'the day, or the end of the incident',
    by: { job: 'service-status.delete-old' },
    page: { notListed: 'it says nothing about anybody' },
  },
  {
    data: 'What the check of games found each night; how each game was found last stays with the game',
    after: days(CHECKED_NIGHT_DAYS),
    since: 'the night',
    by: { job: 'game-checks.delete-old' },
    page: { notListed: 'it says nothing about anybody' },
  },
  {
    data: 'Notifications',
    after: days(NOTIFICATION_DAYS),
    since: 'they were written',
    by: { job: 'notifications.delete-old' },
    page: { row: 'Notifications' },
  },
  {
    // It references the session, which lasts so long at most.
    data: 'A browser that is told of notifications',
    after: days(30),
    since: 'the sign-in: it goes with its session',
    by: { job: 'accounts.delete-expired' },
    page: PUSH_SUBSCRIPTIONS,
  },
  {
    data: 'When a player’s browsers were last told of a kind of thing',
    after: hours(THROTTLE_RETENTION_HOURS),
    since: 'they were told',
    by: { job: 'push.delete-old-throttles' },
    page: PUSH_SUBSCRIPTIONS,
  },
  {
    data: 'What the payment provider told us, with the payer’s address',
    after: days(EVENT_RETENTION_DAYS),
    since: 'it was processed',
    by: { job: 'payments.delete-old-events' },
    page: { row: 'Payments' },
  },
  {
    data: 'What a player asked a guardian to pay, and the answer',
    after: days(PURCHASE_REQUEST_RETENTION_DAYS),
    since: 'the request',
    by: { job: 'payments.delete-old-requests' },
    page: { row: 'What was asked for at home' },
  },
  {
    data: 'A mail that waits in the queue, encrypted, with its address',
    after: hours(36),
    since: 'it was queued; then it was taken by a mail server or is given up',
    by: { limit: 'the retries of its job' },
    page: QUEUED_MAILS,
  },
  {
    data: 'A mail that was sent or given up, in the queue',
    after: hours(24),
    since: 'the last try',
    by: { limit: 'the clean-up of the job queue' },
    page: QUEUED_MAILS,
  },
  {
    data: 'Messages of the contact page',
    after: days(ANSWERED_MESSAGE_DAYS),
    since: 'they were answered or closed',
    by: { job: 'contact.delete-old' },
    page: { row: 'Letters to support' },
  },
  {
    data: 'An address for the newsletter that nobody confirmed',
    after: hours(NEWSLETTER_CONFIRM_SECONDS / 3600),
    since: 'it was asked for',
    by: { job: 'newsletter.delete-expired' },
    page: { row: 'Email address for the blog' },
  },
  { data: 'Backups', after: days(30), since: 'they were made', by: GUIDE, page: { row: 'Backups' } },
  { data: 'The process’s log of errors', after: days(30), since: 'a line was written', by: GUIDE, page: { row: 'Error log' } },
  { data: 'The security log', after: days(30), since: 'a line was written', by: GUIDE, page: { row: 'Security log' } },
];

/** A period as people read it: '14 days', '1 hour'. */
export function formatPeriod({ count, unit }: Period): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
