import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { toFailure } from '../../../../request/form-action.ts';
import { readUploadForm, UploadTooLargeError } from '../../../../request/forms.ts';
import { isRouterResult } from '../../../../request/page-loader.ts';
import { assertNotOverloaded, requestContext, type RequestContext } from '../../../../request/request-context.ts';
import { actionFailure } from '../../../../shared/action-result.ts';
import { authorize, type Permission } from '../../../../shared/permissions.ts';
import { FORM_BYTES_MAX, PICTURE_BYTES_MAX, type SaveResult } from '../schema.ts';
import type { PostedForm } from '../service.server.ts';
import { texts } from '../texts.ts';

type SaveActionOptions = {
  permission: Permission;
  save(reqCtx: RequestContext, form: PostedForm): Promise<SaveResult>;
  /** The URL of the page that shows the added row. */
  urlFor(id: string): string;
};

/** Makes the action of a form that saves something with a picture. After something was added, it redirects to its own URL. */
export function saveAction({ permission, save, urlFor }: SaveActionOptions) {
  return async ({ request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>) => {
    const reqCtx = context.get(requestContext);
    try {
      assertNotOverloaded(reqCtx);
      // Before the body is read, since that may be large.
      authorize(reqCtx.actor, permission);
      await reqCtx.rateLimit('mine');
      const result = await save(reqCtx, await readUploadForm(request, 'picture', PICTURE_BYTES_MAX + FORM_BYTES_MAX));
      if (result.ok && result.isNew) throw redirect(`${urlFor(result.id)}&added=yes`);
      return result.ok ? result : data<SaveResult>(result, { status: 400 });
    } catch (error) {
      if (isRouterResult(error)) throw error;
      if (error instanceof UploadTooLargeError) {
        const failure = actionFailure(error.code, { fieldErrors: { picture: texts.pictureErrors['too-large'] }, values: error.fields });
        return data<SaveResult>(failure, { status: error.status });
      }
      return toFailure(reqCtx, error, { values: {}, describe: () => texts.failed });
    }
  };
}
