import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import { postForm } from '../../../web/post-form.ts';
import { doneTexts, getActionError } from '../page.texts.ts';
import type { GroupActionResult, GroupFormAction } from '../form-actions.schema.ts';

/** The endpoint of the small forms. */
export const GROUP_ACTIONS_URL = '/groups/actions';

/** What an action is about: a group, and one of its players for some. */
export type ActionSubject = { groupId: string; playerId?: string };

/** Performs an action. After success it runs `after`, or by default reloads the page data. @returns whether it succeeded */
export type PerformGroupAction = (action: GroupFormAction, subject: ActionSubject, after?: () => void | Promise<void>) => Promise<boolean>;

/** The actions of a page's buttons, one at a time. `isBusy`: one is on its way. `done`: changes with each that succeeded. */
export function useGroupAction(): { performAction: PerformGroupAction; isBusy: boolean; done: number | undefined } {
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [isBusy, setBusy] = useState(false);
  const [done, setDone] = useState<number>();
  const isSending = useRef(false);

  const performAction: PerformGroupAction = async (action, { groupId, playerId }, after = revalidate) => {
    if (isSending.current) return false;
    isSending.current = true;
    setBusy(true);
    const fields = { do: action, group: groupId, ...(playerId !== undefined && { id: playerId }) };
    const answer = await postForm<GroupActionResult>(GROUP_ACTIONS_URL, fields).catch(() => null);
    const isDone = answer?.ok === true;
    if (isDone) {
      toast({ ...doneTexts[action], sticker: 'friends' });
      await after();
      setDone((now = 0) => now + 1);
    } else {
      const error = getActionError(action, answer?.code ?? null);
      toast({ ...error, ...(answer?.error ? { text: answer.error } : {}), kind: 'bad' });
      // It may have failed because the page is outdated.
      if (answer) await revalidate();
    }
    isSending.current = false;
    setBusy(false);
    return isDone;
  };
  return { performAction, isBusy, done };
}
