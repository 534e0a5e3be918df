import { Form, Link } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { ACCOUNT_ACTIONS, type AccountAction, type AccountActionResult, type AccountView } from '../schema.ts';
import { texts } from '../texts.ts';
import { AccountForm, ExportForm } from './account-forms.tsx';
import './account.css';

type AccountPageProps = { view: AccountView; answer: AccountActionResult | undefined };

/** One account for operators: its role, what can be done to it, each with a reason, and what was done. */
export function AccountPage({ view, answer }: AccountPageProps) {
  const { id, displayName, username, role, isSelf, deletesAt, log } = view;
  const toast = toToast(answer);
  useResultToast(answer, toast);
  const player = encodeURIComponent(id);
  return (
    <AdminLayout page="players" title={texts.title(displayName)} lead={`@${username}, ${texts.roles[role]}`} className="account-admin">
      <p className="account-links">
        {/* Nobody reads the case about themselves. */}
        {!isSelf && (
          <Link className="link case-link" to={`/moderation/players/${player}`}>
            {texts.back}
          </Link>
        )}
        <Link className="link case-link" to={`/operator/players/${player}`}>
          {texts.money}
        </Link>
      </p>
      <ResultNotice toast={toast} error={getPageError(answer)} />
      {deletesAt !== null && (
        <Note>
          <p>{texts.leaves(deletesAt)}</p>
        </Note>
      )}
      <AddressPanel answer={answer} />
      {isSelf && <p className="muted">{texts.own}</p>}
      <div className="account-forms">
        {!isSelf &&
          ACCOUNT_ACTIONS.filter((action) => isPossible(view, action)).map((action) => (
            // Done, the form is empty again.
            <AccountForm key={`${action} ${log[0]?.id ?? ''}`} action={action} view={view} answer={answer} />
          ))}
        <ExportForm view={view} />
      </div>
      <section aria-labelledby="account-log">
        <h2 id="account-log">{texts.log}</h2>
        {log.length === 0 ? <p className="muted">{texts.noLog}</p> : <AccountLog log={log} />}
      </section>
    </AdminLayout>
  );
}

/** Whether an action has a form of its own here. */
function isPossible(
  { hasConsent, canReplaceGuardian, role, deletesAt }: AccountView,
  action: AccountAction,
): action is Exclude<AccountAction, 'show-address'> {
  if (action === 'show-address') return false;
  if (action === 'withdraw-consent') return hasConsent;
  if (action === 'replace-guardian') return canReplaceGuardian;
  if (action === 'set-role') return deletesAt === null;
  return action !== 'delete' || (role === 'player' && deletesAt === null);
}

/** The address, after it was asked for: reading it is in the log. */
function AddressPanel({ answer }: Pick<AccountPageProps, 'answer'>) {
  const pendingForm = usePendingForm();
  const address = answer?.ok && answer.do === 'show-address' ? answer.address : null;
  return (
    <section className="panel account-address" aria-labelledby="account-address">
      <h2 id="account-address">{texts.address}</h2>
      <div role="status">{address !== null && <p className="account-address-text">{address}</p>}</div>
      {address === null && (
        <Form method="post" replace preventScrollReset onSubmit={pendingForm.onSubmit}>
          <Button type="submit" name="do" value="show-address" variant="soft" aria-disabled={pendingForm.action !== null || undefined}>
            {texts.showAddress}
          </Button>
        </Form>
      )}
    </section>
  );
}

function AccountLog({ log }: Pick<AccountView, 'log'>) {
  return (
    <ol className="case-log">
      {log.map((entry) => (
        <li key={entry.id}>
          <p>
            <b>{entry.actor}</b> {texts.actionsInLog[entry.action] ?? entry.action}
          </p>
          {entry.note !== '' && (
            <p className="case-note" dir="auto">
              {entry.note}
            </p>
          )}
          <time dateTime={entry.at}>{texts.at(entry.at)}</time>
        </li>
      ))}
    </ol>
  );
}

function toToast(answer: AccountActionResult | undefined): { title: string; text: string } | null {
  if (!answer?.ok || answer.do === 'show-address') return null;
  return answer.do === 'delete' ? texts.deleted(answer.deletesAt, answer.isPaused) : texts.done[answer.do];
}

/** An error that belongs to no form. */
function getPageError(answer: AccountActionResult | undefined): { title: string; text: string } | null {
  if (!answer || answer.ok || (answer.values['do'] !== undefined && answer.values['do'] !== 'show-address')) return null;
  return { title: texts.failedTitle, text: answer.error ?? texts.failed };
}
