import type { SecurityResult, SecurityView } from '../schema.ts';
import { PasswordPanel } from './password-panel.tsx';
import { TwoFactorPanel } from './two-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';

/** The Security tab: password, two-factor authentication and sessions (spec 2, section 2). */
export function SecurityTab({ view, answer }: { view: SecurityView; answer: SecurityResult | undefined }) {
  return (
    <>
      <PasswordPanel hasPassword={view.hasPassword} answer={answer} />
      <TwoFactorPanel twoFactor={view.twoFactor} hasPassword={view.hasPassword} answer={answer} />
      <SessionsPanel sessions={view.sessions} hasMore={view.hasMore} answer={answer} />
    </>
  );
}
