import { useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { LinkResult } from '../schema.ts';
import { texts } from '../texts.ts';
import './newsletter.css';

type LinkPageProps = { labels: typeof texts.confirm | typeof texts.leave; answer: LinkResult | undefined };

/** The page behind an emailed link: one button, and then the result. */
export function LinkPage({ labels, answer }: LinkPageProps) {
  const isBusy = useNavigation().state === 'submitting';
  const box = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so move the focus to the result for keyboards and screen readers.
  useEffect(() => {
    if (answer) box.current?.focus();
  }, [answer]);
  const [title, text] =
    answer === undefined ? [labels.title, labels.text] : answer.ok ? [labels.done, labels.doneText] : [labels.wrong, labels.wrongText];
  return (
    <div ref={box} className="wrap newsletter-link" tabIndex={-1}>
      <EmptyState level={1} mood={answer?.ok === false ? 'oops' : 'happy'} title={title} text={text}>
        {answer === undefined && (
          <Form method="post" replace onSubmit={(event) => isBusy && event.preventDefault()}>
            <Button type="submit" variant="primary" size="lg" multiline aria-disabled={isBusy || undefined}>
              {isBusy ? texts.leave.busy : labels.submit}
            </Button>
          </Form>
        )}
        <LinkButton variant="soft" multiline to="/blog">
          {labels.blog}
        </LinkButton>
        {answer?.ok === false && 'contact' in labels && (
          <LinkButton variant="soft" multiline to="/contact">
            {labels.contact}
          </LinkButton>
        )}
      </EmptyState>
    </div>
  );
}
