import { methodNotAllowed, runAction } from '../../../request/action.ts';
import { requestContext, type RequestContext } from '../../../request/request-context.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { FormFields } from '../../../shared/parse-form.server.ts';
import { answerInvitation, takeBackInvitation } from '../invitations/service.server.ts';
import { closeGroup, handOver, leaveGroup, removeMember, setRole } from '../membership/service.server.ts';
import { GROUP_FORM_ACTIONS, type GroupFormAction } from '../form-actions.schema.ts';
import type { Route } from './+types/group-actions.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** What keeps another player away, or ends something. A child can do that while the site is read-only too. */
const GOING_ON: readonly GroupFormAction[] = ['leave', 'decline', 'take-back', 'remove'];

/** POST with `do`, `group`, and `id` of a player for what is about one. Returns GroupActionResult. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  return runAction(
    reqCtx,
    request,
    async (fields) => {
      await perform(reqCtx, fields);
      return {};
    },
    { goesOnReadOnly: (fields) => GOING_ON.some((each) => each === fields['do']) },
  );
}

async function perform({ ctx, actor }: RequestContext, fields: FormFields): Promise<void> {
  const { group = '', id = '' } = fields;
  const performers: Record<GroupFormAction, () => Promise<unknown>> = {
    accept: () => answerInvitation(ctx, actor, group, 'accept'),
    decline: () => answerInvitation(ctx, actor, group, 'decline'),
    leave: () => leaveGroup(ctx, actor, group),
    close: () => closeGroup(ctx, actor, group),
    remove: () => removeMember(ctx, actor, group, id),
    'make-helper': () => setRole(ctx, actor, group, id, 'helper'),
    'make-member': () => setRole(ctx, actor, group, id, 'member'),
    'hand-over': () => handOver(ctx, actor, group, id),
    'take-back': () => takeBackInvitation(ctx, actor, group, id),
  };
  const name = GROUP_FORM_ACTIONS.find((each) => each === fields['do']);
  if (name === undefined) throw new AppError('bad-input', 'no such action', { field: 'do' });
  await performers[name]();
}

/** GET is not allowed. */
export const loader = methodNotAllowed;
