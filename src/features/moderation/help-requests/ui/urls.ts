import { HELP_REQUESTS_PATH } from '../../schema.ts';

/** The URL of one request. */
export function urlForHelpRequest(id: string): string {
  return `${HELP_REQUESTS_PATH}/${id}`;
}
