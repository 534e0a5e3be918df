import { GROUP_REPORTS_PATH } from '../../schema.ts';

/** The URL of the case of a group. */
export function urlForGroupCase(groupId: string): string {
  return `${GROUP_REPORTS_PATH}/${encodeURIComponent(groupId)}`;
}
