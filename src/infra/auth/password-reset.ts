import type { Auth } from './auth.ts';
import { toResult, type AuthLibrary } from './better-auth.ts';
import { captureEvents } from './captured-events.ts';

/** Choosing a new password by a link. */
export function createPasswordReset(library: AuthLibrary): Pick<Auth, 'createResetToken' | 'findResetPlayerId' | 'resetPassword'> {
  return {
    async createResetToken(email) {
      const { captured } = await captureEvents(library.events, () => library.auth.api.requestPasswordReset({ body: { email } }));
      return captured.reset ?? null;
    },
    async findResetPlayerId(token) {
      const proof = await (await library.auth.$context).internalAdapter.findVerificationValue(`reset-password:${token}`);
      return proof !== null && proof.expiresAt > new Date() ? proof.value : null;
    },
    async resetPassword(token, newPassword) {
      const { result, captured } = await captureEvents(library.events, () =>
        toResult(library.auth.api.resetPassword({ body: { token, newPassword } })),
      );
      if ('refused' in result) {
        if (/^(INVALID_TOKEN|USER_NOT_FOUND)$/.test(result.refused)) return null;
        throw result.error;
      }
      return { playerId: captured.resetOf as string };
    },
  };
}
