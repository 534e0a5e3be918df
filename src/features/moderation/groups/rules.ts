import type { ReportState } from '../../reports/schema.ts';
import { isOpen } from '../report-queue/rules.ts';
import type { GroupDecision } from './schema.ts';

/** What a group is called whose name was taken away. */
export const NAMELESS = { name: 'Group', motto: '' } as const;
/** The most names of a group that its page shows. */
export const CASE_NAMES_MAX = 50;

/** What can be decided about a group now. */
export function getAllowedDecisions(
  states: readonly ReportState[],
  group: { name: string; motto: string; isClosed: boolean },
): Record<GroupDecision, boolean> {
  const hasOpenReport = states.some(isOpen);
  const isNameless = group.name === NAMELESS.name && group.motto === NAMELESS.motto;
  return {
    'dismiss-group': hasOpenReport,
    'resolve-group': hasOpenReport,
    'take-group-name': !group.isClosed && !isNameless,
    'close-group': !group.isClosed,
  };
}
