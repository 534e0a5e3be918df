import { Form, useNavigation } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { texts } from '../texts.ts';
import './auth.css';

const START = '/auth/google';

/** The 'Continue with Google' form; nothing where Google is not set up. */
export function GoogleForm({ google, returnUrl }: { google: boolean; returnUrl: string | null }) {
  const { formAction } = useNavigation();
  const isBusy = formAction?.split('?')[0] === START;
  if (!google) return null;
  return (
    <>
      <p className="auth-or">{texts.signIn.or}</p>
      <Form method="post" action={START}>
        {returnUrl !== null && <input type="hidden" name="returnUrl" value={returnUrl} />}
        <Button
          type="submit"
          variant="soft"
          multiline
          block
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        >
          <GoogleMark />
          {texts.signIn.google}
        </Button>
      </Form>
    </>
  );
}

/** Google's logo, in the colours its branding guidelines require. */
function GoogleMark() {
  return (
    <svg className="icon" viewBox="0 0 48 48" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M45.1 24.5c0-1.6-.1-3.1-.4-4.5H24v8.5h11.800a10.1 10.1 0 0 1-4.4 6.6v5.5h7.100c4.200-3.800 6.600-9.500 6.600-16.100z"
      />
      <path
        fill="#34A853"
        d="M24 46c5.900 0 10.900-2 14.500-5.300l-7.100-5.500a13.100 13.100 0 0 1-7.400 2.100c-5.700 0-10.600-3.900-12.300-9.100H4.300v5.700A22 22 0 0 0 24 46z"
      />
      <path fill="#FBBC05" d="M11.700 28.200a13.200 13.200 0 0 1 0-8.400v-5.700H4.300a22 22 0 0 0 0 19.800z" />
      <path
        fill="#EA4335"
        d="M24 10.800c3.200 0 6.100 1.100 8.400 3.300l6.300-6.300A22 22 0 0 0 4.300 14.100l7.400 5.700c1.700-5.200 6.600-9 12.300-9z"
      />
    </svg>
  );
}
