import type { AppContext } from '../../../context.server.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import type { AgreementResult, AgreementView } from '../schema.ts';

/**
 * What the page of a guardian shows. It changes nothing: programs that look for viruses open the links of mails too.
 * @param key what follows `/guardian/` in the link
 * @param language the language that was asked for; with any other value, the guardian's
 */
export async function getAgreement(_ctx: AppContext, actor: Actor, _key: string, _language: string | null): Promise<AgreementView> {
  authorize(actor, 'guardian:answer');
  throw new AppError('not-available');
}

/**
 * What a guardian answers: once, again, or to take it back.
 * @param fields `do`, `lang`, and to agree `chat`, `buying`, `sum`, `relation`, `isAdult`, `mayDecide`
 * @throws AppError 'not-found' if the key is none of ours, 'bad-input' if `do` is none of ours
 */
export async function answerAgreement(_ctx: AppContext, actor: Actor, _key: string, _fields: FormFields): Promise<AgreementResult> {
  authorize(actor, 'guardian:answer');
  throw new AppError('not-available');
}
