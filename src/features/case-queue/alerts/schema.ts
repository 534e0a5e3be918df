import type { ActionResult } from '../../../shared/action-result.ts';
import type { CaseKind } from '../schema.ts';

/** Where somebody of the team chooses what they are called for. */
export const ALERT_SETTINGS_PATH = '/moderation/alerts';

/** What the team is called for, in the order of the form. */
export const ALERT_TYPES = ['urgent', 'dueSoon', 'digest'] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

/** What somebody of the team is called for. */
export type AlertSettings = Record<AlertType, boolean>;

/**
 * The page of the settings. `isUrgentFixed`: operators are always called for urgent cases. `email`: where mails go; null if the address is not
 * confirmed. `sendsMail`: whether this site has a mail server.
 */
export type AlertSettingsView = { settings: AlertSettings; isUrgentFixed: boolean; email: string | null; sendsMail: boolean };

export type AlertSettingsResult = ActionResult<{ toast: { title: string; text: string } }>;

/** Cases that somebody is called for at once: how many of which kind, and when the 24 hours of the first one end. */
export type CalledCases = { byKind: [CaseKind, number][]; total: number; firstDueAt: Date };

/** What a call says: urgent cases that nobody has taken, and others whose time is nearly over. One of them is not null. */
export type CallSummary = { urgent: CalledCases | null; dueSoon: CalledCases | null };

/** What the call of the morning says. */
export type DigestSummary = { byKind: [CaseKind, number][]; total: number; urgent: number; late: number; oldestAt: Date };
