import type { ActionResult } from '../../shared/action-result.ts';
import { GROUP_ACTIONS, INVITATION_ANSWERS, type GroupAction, type InvitationAnswer } from './schema.ts';

/** What the small forms of groups send to their one route. */
export type GroupFormAction = GroupAction | InvitationAnswer;
export const GROUP_FORM_ACTIONS = [...GROUP_ACTIONS, ...INVITATION_ANSWERS] as const satisfies readonly GroupFormAction[];
/** The result of that route, for scripts. */
export type GroupActionResult = ActionResult;

/** The fields of the form for a group, in the order of the page. */
export const GROUP_FIELDS = ['name', 'motto', 'shape', 'color', 'cloth', 'sign'] as const;

/** Friends who are invited at once, at most. Each is a field of the form: this prefix and their id. */
export const INVITED_AT_ONCE_MAX = 40;
export const INVITE_FIELD_PREFIX = 'invite-';

/** The URL of a group's page, or of one below it. */
export function urlForGroup(id: string, below?: 'edit' | 'invite'): string {
  return `/groups/${encodeURIComponent(id)}${below === undefined ? '' : `/${below}`}`;
}
