import { data, redirect, type ActionFunctionArgs } from 'react-router';
import { actionFailure, type ActionFailure } from '../shared/action-result.ts';
import { pickFields, type FormFields } from '../shared/parse-form.server.ts';
import { readForm } from './forms.ts';
import { classifyError, pageError, type PageErrorData } from './page-error.ts';
import { isRouterResult } from './page-loader.ts';
import { READ_ONLY_TEXT, type GoesOnReadOnly } from '../shared/read-only.ts';
import { assertNotOverloaded, assertWritable, requestContext, type RequestContext } from './request-context.ts';

/** How a page's form reports an unexpected or forbidden action. */
export type FormActionOptions = {
  /** Names of the fields whose values a failure contains, so that the form keeps what was typed; never a password. */
  echo?: readonly string[];
  /** The text for an error of a service; null if the page has its own text for the code. */
  describe?(code: PageErrorData['code']): string | null;
  /** Where a player who was signed out meanwhile returns to after signing in. Without it, they get the error page. */
  signInReturnPath?: string;
  /** Goes on while the site is read-only. */
  goesOnReadOnly?: GoesOnReadOnly;
};

/** Errors that no form can show next to its fields: the page itself is not there for this person. */
const PAGE_ERRORS: readonly PageErrorData['code'][] = ['not-found', 'not-allowed', 'second-step-required', 'sign-in-required'];

/**
 * Makes a route's action for forms of pages. It reads the form, limits how often a player changes something, and turns an error of a
 * service into an ActionFailure with the status of the error; redirects and other responses pass through. Visitors are not counted here:
 * thousands may share one address of a mobile network. Services limit what visitors can do, such as failed sign-ins.
 * @param run does what the form asks for; its result is the page's action data
 */
export function formAction<Args extends ActionFunctionArgs, Result>(
  { echo = [], describe = () => null, signInReturnPath, goesOnReadOnly = false }: FormActionOptions,
  run: (form: { reqCtx: RequestContext; fields: FormFields }, args: Args) => Promise<Result>,
): (args: Args) => Promise<Result | ReturnType<typeof data<ActionFailure>>> {
  return async (args) => {
    const reqCtx = args.context.get(requestContext);
    let fields: FormFields = {};
    try {
      fields = await readForm(args.request);
      assertNotOverloaded(reqCtx);
      await assertWritable(reqCtx, goesOnReadOnly, fields);
      if (reqCtx.actor.kind === 'player') await reqCtx.rateLimit('mine');
      return await run({ reqCtx, fields }, args);
    } catch (error) {
      if (isRouterResult(error)) throw error;
      return toFailure(reqCtx, error, { values: pickFields(fields, echo), describe, signInReturnPath });
    }
  };
}

/**
 * Makes a route's action for what has no error text of its own on the page, such as a form with one button. An error of a service becomes
 * the error page with its status; redirects and other responses pass through. It neither reads the form nor counts the change: links in
 * emails and visitors' buttons are not limited.
 * @param run performs the action; its result is a response, or the page's action data
 * @param options.goesOnReadOnly goes on while the site is read-only
 */
export function pageAction<Args extends ActionFunctionArgs, Result>(
  run: (reqCtx: RequestContext, args: Args) => Promise<Result>,
  { goesOnReadOnly = false }: { goesOnReadOnly?: boolean } = {},
): (args: Args) => Promise<Result> {
  return async (args) => {
    const reqCtx = args.context.get(requestContext);
    try {
      assertNotOverloaded(reqCtx);
      await assertWritable(reqCtx, goesOnReadOnly);
      return await run(reqCtx, args);
    } catch (error) {
      throw isRouterResult(error) ? error : pageError(reqCtx, error);
    }
  };
}

/**
 * The failure that a page shows for an error of a service.
 * @throws a redirect to the sign-in page, or the page's error
 */
export function toFailure(
  reqCtx: RequestContext,
  error: unknown,
  {
    values,
    describe,
    signInReturnPath,
  }: Pick<FormActionOptions, 'signInReturnPath'> & {
    values: Partial<Record<string, string>>;
    describe(code: PageErrorData['code']): string | null;
  },
): ReturnType<typeof data<ActionFailure>> {
  const { code, status } = classifyError(reqCtx, error);
  if (code === 'sign-in-required' && signInReturnPath !== undefined)
    throw redirect(`/login?returnUrl=${encodeURIComponent(signInReturnPath)}`);
  if (PAGE_ERRORS.includes(code)) throw data({ code, requestId: reqCtx.requestId } satisfies PageErrorData, { status });
  const text = code === 'read-only' ? READ_ONLY_TEXT : describe(code);
  return data(actionFailure(code, { error: text, values, requestId: reqCtx.requestId }), { status });
}
