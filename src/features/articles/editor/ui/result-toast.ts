import type { EditorResult, EraseResult } from '../schema.ts';
import { texts } from '../texts.ts';

/** What a toast says about what was done; null for a preview, which shows itself, and for a failure. */
export function toToast(answer: EditorResult | EraseResult | undefined): { title: string; text: string } | null {
  if (!answer?.ok || answer.do === 'preview') return null;
  if (answer.do === 'erase') return texts.erasure.done;
  return answer.planned === null ? texts.done[answer.do] : texts.planned(answer.planned);
}
