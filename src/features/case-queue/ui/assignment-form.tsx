import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { ASSIGNMENT_PATH, type AssignmentAction, type CaseKey } from '../schema.ts';

type AssignmentFormProps = {
  caseKey: CaseKey;
  action: AssignmentAction;
  /** Where it leads afterwards. */
  returnUrl: string;
  className?: string;
  children: ReactNode;
};

/** The form that takes a case, hands it on or leaves it. */
export function AssignmentForm({ caseKey: { kind, subjectId }, action, returnUrl, className, children }: AssignmentFormProps) {
  const { onSubmit } = usePendingForm();
  return (
    <Form method="post" action={ASSIGNMENT_PATH} replace preventScrollReset className={className} onSubmit={onSubmit}>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="subjectId" value={subjectId} />
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name="returnUrl" value={returnUrl} />
      {children}
    </Form>
  );
}
