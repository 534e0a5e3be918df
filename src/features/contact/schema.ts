import type { ActionResult } from '../../shared/action-result.ts';

export const NAME_MAX = 80;
export const SUBJECT_MAX = 150;
export const BODY_MAX = 4000;
/** A honeypot: people do not see this field, but bots fill it in. No browser autofills a field with this name. */
export const HONEYPOT_FIELD = 'extra';

export const CONTACT_FIELDS = ['name', 'email', 'subject', 'message'] as const;
export type ContactField = (typeof CONTACT_FIELDS)[number];
/** Data of the page: the prefilled fields, and the support address. */
export type ContactView = { prefill: { name: string; email: string } | null; support: string };

/** Whether our team was told of what an author wrote who asks for help, because a child is harmed. */
export type HelpNews = { isTeamNotified: boolean };
/** The result of sending a message. `help`: its author asks for help, whether it was sent or not. */
export type ContactResult = ActionResult<{ help?: HelpNews }, { help?: HelpNews }>;
