import type { AppContext } from '../../../context.server.ts';
import type { ClientInfo } from '../../../infra/sign-in/sign-in.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { CODES, USED_CODES } from '../guarding/rules.ts';
import { countAsked } from '../guarding/service.server.ts';
import type { FormAnswer } from '../schema.ts';
import { headerOf, welcome, type Outcome, type SignedIn } from '../service.server.ts';
import { endSession, turnAwayBanned } from '../sessions/service.server.ts';
import { texts } from '../texts.ts';

/** Longer is no code. */
const CODE_MAX = 40;
const { why, toasts } = texts;

/** The second step of a sign-in: the code of an app, or a backup code, after the password was right. */
export async function enterCode(ctx: AppContext, actor: Actor, fields: Record<string, string>, visit: ClientInfo): Promise<Outcome | SignedIn> {
  authorize(actor, 'account:enter');
  const given = fields['code'] ?? '';
  const wrong = () => answer({ view: 'code', faults: { code: texts.code.wrong }, toast: failed(texts.code.wrong) });
  if (given.trim() === '' || given.length > CODE_MAX) return wrong();
  if (await countAsked(ctx, CODES, visit.address)) return answer({ view: 'code', toast: failed(why.tooManyForms) });
  const done = await ctx.auth.verifyCode(given, visit);
  if (done.state === 'wrong') return wrong();
  if (done.state !== 'in') return answer({ view: 'sign-in', toast: failed(done.state === 'locked' ? why.codeLocked : why.codeExpired) });
  if (await countAsked(ctx, USED_CODES, `${done.playerId} ${given.replace(/\W/g, '')}`)) {
    await endSession(ctx, headerOf(done.cookies));
    return answer({ view: 'sign-in', toast: failed(why.codeUsed) });
  }
  const ban = await turnAwayBanned(ctx, headerOf(done.cookies));
  if (ban) return answer({ view: 'sign-in', ban, toast: failed(why.banned) });
  return { kind: 'in', cookies: await welcome(ctx, done.playerId, done.cookies, visit), link: fields['link'] === 'google' };
}

const failed = (said: string) => ({ ...toasts.signInFailed(said), kind: 'bad' as const });

function answer(rest: Partial<FormAnswer>): Outcome {
  return { kind: 'answer', answer: { form: 'code', ok: false, toast: null, faults: {}, typed: {}, ...rest }, cookies: [] };
}
