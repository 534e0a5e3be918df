import type { AppContext } from '../../context.server.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { actionFailure, type ActionFailure } from '../../shared/action-result.ts';
import { AppError } from '../../shared/app-error.ts';
import { isId } from '../../shared/ids.ts';
import { parseForm, pickFields, type FormFields } from '../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../shared/permissions.ts';
import { endAllSessions } from '../accounts/sessions/service.server.ts';
import { changeRole } from '../accounts/staff/service.server.ts';
import { listAuditEntries } from '../audit-log/queries.server.ts';
import { recordAccountAction, recordDataAccess } from '../audit-log/service.server.ts';
import { withdrawForGuardian } from '../guardians/decisions/command.service.server.ts';
import { findOwners, replaceGuardian } from '../guardians/replacement.service.server.ts';
import { requestDeletionForParent } from '../settings/account-deletion/service.server.ts';
import { exportForParent, type DataExport } from '../settings/export/service.server.ts';
import { renameForParent } from '../settings/parent-requests.service.server.ts';
import { confirmTeamMember, getProofKind, type ProofFailure } from '../accounts/reauthentication/service.server.ts';
import { accountExportForm, accountForm } from './forms.server.ts';
import * as queries from './queries.server.ts';
import { ACCOUNT_LOG_MAX } from './rules.ts';
import { GRAVE_ACTIONS, type AccountActionResult, type AccountView } from './schema.ts';
import { texts } from './texts.ts';

type Operator = Extract<Actor, { kind: 'player' }>;
/** What the form keeps after an error; never a code or a password. */
const ECHOED = ['do', 'username', 'displayName', 'email', 'emailAgain', 'owners', 'note', 'role'] as const;
/** What people type, and can put right. */
const TYPED: Partial<Record<string, string>> = { note: texts.noteRequired, email: texts.emailForm, emailAgain: texts.emailForm };

/** An account on its page. @throws AppError 'sign-in-required', 'not-allowed', 'not-found' */
export async function getAccount(ctx: AppContext, actor: Actor, playerId: string): Promise<AccountView> {
  const me = requireOperator(actor);
  const row = await findAccount(ctx, playerId);
  const [entries, proof] = await Promise.all([listAuditEntries(ctx.db, 'account', row.id, ACCOUNT_LOG_MAX), getProofKind(ctx, me.id)]);
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    role: row.role,
    isSelf: row.id === me.id,
    deletesAt: row.deletes_at?.toISOString() ?? null,
    hasConsent: row.has_consent,
    canReplaceGuardian: row.has_consent || row.is_asked_by_team,
    openCases: { report: row.has_open_report, help: row.has_open_help },
    proof,
    log: entries.map(({ id, at, actor_name: actorName, action, note }) => ({ id, at: at.toISOString(), actor: actorName, action, note })),
  };
}

/**
 * Shows the address of an account, changes its names, signs it out everywhere, withdraws a guardian's consent, asks the guardian anew at another
 * address, deletes it (in 14 days), or gives it a role. Each is in the audit log with its reason; the last three ask for the second step again.
 * @param fields `do`, `note`, and `username` and `displayName`, `email`, `emailAgain` and `owners`, `role`, `code` or `password`
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input' (a hidden field), 'not-available' (it is their own account)
 */
export async function changeAccount(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<AccountActionResult> {
  const me = requireOperator(actor);
  const values = pickFields(fields, ECHOED);
  const parsed = parseForm(accountForm, fields, (field) => TYPED[field] ?? texts.failed, ECHOED);
  if (!parsed.ok) return Object.keys(parsed.fieldErrors).every((field) => field in TYPED) ? parsed : throwBadInput();
  const form = parsed.value;
  const { id, email } = await findAccount(ctx, playerId);
  if (form.do === 'show-address') {
    authorize(actor, 'account:read-address');
    await recordDataAccess(ctx, actor, 'read-address', [{ subjectId: id }]);
    return { ok: true, do: form.do, address: email };
  }
  if (id === me.id) throw new AppError('not-available', 'nobody does this to their own account');
  if (form.do === 'replace-guardian') {
    // Before the code is asked for: each counts once.
    const flaw = await findReplacementFlaw(ctx, actor, id, form);
    if (flaw) return actionFailure('bad-input', { fieldErrors: flaw.fieldErrors, values: { ...values, ...flaw.values } });
  }
  if (GRAVE_ACTIONS.includes(form.do)) {
    const refused = await confirmTeamMember(ctx, me.id, { code: '', password: '', ...form }, clientInfo);
    if (refused) return actionFailure('wrong-code', { fieldErrors: { [refused.field]: refused.why }, values });
  }
  try {
    switch (form.do) {
      case 'rename':
        if (form.username === form.shownUsername && form.displayName === form.shownDisplayName)
          return actionFailure('bad-input', { error: texts.sameNames, values });
        await renameForParent(
          ctx,
          actor,
          id,
          {
            ...(form.username !== form.shownUsername && { username: form.username }),
            ...(form.displayName !== form.shownDisplayName && { displayName: form.displayName }),
          },
          form.note,
        );
        return { ok: true, do: form.do };
      case 'sign-out':
        await signOutEverywhere(ctx, actor, id, form.note);
        return { ok: true, do: form.do };
      case 'withdraw-consent':
        await withdrawForGuardian(ctx, actor, id, form.note);
        return { ok: true, do: form.do };
      case 'replace-guardian':
        await replaceGuardian(ctx, actor, id, form);
        return { ok: true, do: form.do };
      case 'set-role':
        await changeRole(ctx, actor, id, form.role, form.note);
        return { ok: true, do: form.do };
      case 'delete': {
        const { deletesAt, isPaused } = await requestDeletionForParent(ctx, actor, id, form.note);
        return { ok: true, do: form.do, deletesAt, isPaused };
      }
      default:
        return form satisfies never;
    }
  } catch (error) {
    return toExplainedFailure(error, values);
  }
}

/** What an operator has to look at before a new address is asked; null: nothing. `owners`: the accounts of which they have to know. */
async function findReplacementFlaw(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  { email, emailAgain, owners: confirmed }: { email: string; emailAgain: string; owners: string },
): Promise<Pick<ActionFailure, 'fieldErrors' | 'values'> | null> {
  if (email !== emailAgain) return { fieldErrors: { emailAgain: texts.emailsDiffer }, values: {} };
  const { child, owners } = await findOwners(ctx, actor, playerId, email);
  if (child !== null) return { fieldErrors: { email: texts.ownerIsChild(child) }, values: {} };
  return owners === '' || owners === confirmed ? null : { fieldErrors: { owners: texts.ownerUnknown }, values: { owners } };
}

/**
 * What an account has, as a file, for a parent who asks for it: without what the player wrote to our team.
 * @param fields `note`, and `code` or `password`
 * @returns the file, or why the operator was not confirmed
 * @throws AppError 'sign-in-required', 'not-allowed', 'not-found', 'bad-input' (no reason)
 */
export async function exportAccount(
  ctx: AppContext,
  actor: Actor,
  playerId: string,
  fields: FormFields,
  clientInfo: ClientInfo,
): Promise<DataExport | 'no-reason' | ProofFailure> {
  const me = requireOperator(actor);
  const form = accountExportForm.safeParse(fields);
  if (!form.success) return 'no-reason';
  const { id } = await findAccount(ctx, playerId);
  const refused = await confirmTeamMember(ctx, me.id, form.data, clientInfo);
  return refused ? refused.reason : exportForParent(ctx, actor, id, form.data.note);
}

async function signOutEverywhere(ctx: AppContext, actor: Actor, playerId: string, note: string): Promise<void> {
  authorize(actor, 'account:sign-out-other');
  await ctx.db
    .transaction()
    .execute((trx) => recordAccountAction(ctx, trx, actor, { action: 'sign-out-account', subjectId: playerId, note }));
  await endAllSessions(ctx, playerId);
}

function requireOperator(actor: Actor): Operator {
  authorize(actor, 'account:assist-parent');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  return actor;
}

async function findAccount(ctx: AppContext, playerId: string): Promise<queries.AccountRow> {
  const row = isId(playerId) ? await queries.findAccount(ctx.db, playerId) : undefined;
  if (!row) throw new AppError('not-found');
  return row;
}

function throwBadInput(): never {
  throw new AppError('bad-input', 'a hidden field is invalid');
}

/** The services say in words why something cannot be done, such as a name that is taken: the operator reads it. */
function toExplainedFailure(error: unknown, values: ActionFailure['values']): ActionFailure {
  if (!(error instanceof AppError) || (error.code !== 'bad-input' && error.code !== 'not-available')) throw error;
  return actionFailure(error.code, { error: error.message, values });
}
