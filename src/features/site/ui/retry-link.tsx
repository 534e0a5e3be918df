import { useLocation } from 'react-router';
import { buttonClass, type ButtonStyle } from '../../../web/kit/button.tsx';
import { texts } from '../texts.ts';

/** 'Try Again': a plain link to the current URL, so that the page reloads with or without JavaScript. */
export function RetryLink({ variant = 'primary' }: Pick<ButtonStyle, 'variant'>) {
  const { pathname, search } = useLocation();
  return (
    <a href={`${pathname}${search}`} className={buttonClass({ variant, multiline: true })}>
      {texts.wrong.again}
    </a>
  );
}
