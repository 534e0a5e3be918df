import { createContext, useContext } from 'react';

/** The nonce of this response's content security policy; the server provides it, the browser has none. */
export const NonceContext = createContext<string | undefined>(undefined);

/** The nonce for inline scripts, where the policy of this response uses one. */
export function useNonce(): string | undefined {
  return useContext(NonceContext);
}
