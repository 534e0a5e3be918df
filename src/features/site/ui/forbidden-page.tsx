import { LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { texts } from '../forbidden.texts.ts';

/**
 * The page exists, but this user may not see it, or not in this session: trying again would not help.
 * @param props.code of the error
 */
export function ForbiddenPage({ code }: { code: unknown }) {
  const isSecondStep = code === 'second-step-required';
  const { title, text, button } = isSecondStep ? texts.secondStep : texts.notForYou;
  return (
    <div className="wrap">
      <title>{texts.metaTitle(title)}</title>
      <EmptyState level={1} mood="oops" title={title} text={text}>
        <LinkButton variant="primary" multiline to={isSecondStep ? '/settings?tab=security' : '/'}>
          {button}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
