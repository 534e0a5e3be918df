import type { ReactNode } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { Button } from '../../../../web/kit/button.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { HELP_REQUESTS_PATH, PLAYER_REPORTS_PATH } from '../../schema.ts';
import { texts as teamTexts, toErrorNotice } from '../../texts.ts';
import { CaseLayout, JumpToForm } from '../../ui/case-layout.tsx';
import { NewerNotice } from '../../ui/newer-notice.tsx';
import { useReadState } from '../../ui/use-read-state.ts';
import { HELP_REQUEST_ACTIONS, type HelpRequestCase, type HelpRequestResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { HelpRequestItem } from './help-request-item.tsx';
import '../../../../web/staff.css';
import './help-request.css';

type HelpRequestCaseProps = { view: HelpRequestCase; answer: HelpRequestResult | undefined };

/** One child who asks for help: what they wrote, what to do, the form, and the audit log. */
export function HelpRequestCaseView({ view, bar, answer }: HelpRequestCaseProps & { bar: ReactNode }) {
  const { request, log } = view;
  const { player } = request;
  return (
    <CaseLayout
      bar={bar}
      queueUrl={HELP_REQUESTS_PATH}
      backLabel={texts.back}
      head={
        <div className="panel help-asker">
          <Avatar src={player.avatar} size={88} />
          <div>
            <h1 dir="auto">{player.displayName}</h1>
            <p className="muted">
              <span>@{player.username}</span>
            </p>
            <JumpToForm />
            <Link className="link moderation-link" to={`${PLAYER_REPORTS_PATH}/${player.id}`}>
              {texts.playerCase}
            </Link>
          </div>
        </div>
      }
      reportsTitle={texts.request}
      reports={[<HelpRequestItem key={request.id} request={request} />]}
      form={<HelpRequestForm key={request.id} view={view} answer={answer} />}
      log={log.map((entry) => ({ ...entry, what: texts.actionsInLog[entry.action] }))}
    />
  );
}

function HelpRequestForm({ view: { can, version }, answer }: HelpRequestCaseProps) {
  const { read, takeNewer } = useReadState(version, (now, before) => now !== before);
  const isBusy = useNavigation().formData !== undefined;
  const toast = answer?.ok ? texts.successToasts[answer.action] : null;
  useResultToast(answer, toast);
  const failure = answer && !answer.ok ? answer : null;
  const noteError = failure?.fieldErrors['note'] ?? null;
  const notice = (
    <ResultNotice toast={toast} error={toErrorNotice(failure && noteError === null ? (failure.error ?? teamTexts.failed.text) : null)} />
  );
  const actions = HELP_REQUEST_ACTIONS.filter((action) => can[action]);
  if (actions.length === 0)
    return (
      <>
        {notice}
        <p className="muted">{texts.nothing}</p>
      </>
    );
  return (
    <Form method="post" replace className="decide" preventScrollReset>
      {notice}
      <input type="hidden" name="version" value={read} />
      <ol className="help-guide">
        {texts.guide.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        error={noteError}
        maxLength={NOTE_MAX}
        defaultValue={failure?.values['note']}
        required
        onInput={() => {}}
      />
      <NewerNotice onRead={takeNewer} />
      <div className="decide-acts">
        {actions.map((action) => (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            variant={action === 'resolve-help' ? 'primary' : 'secondary'}
            multiline
            aria-disabled={isBusy || undefined}
            onClick={(event) => isBusy && event.preventDefault()}
          >
            {texts.actions[action]}
          </Button>
        ))}
      </div>
    </Form>
  );
}
