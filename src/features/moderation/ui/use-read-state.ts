import { useState } from 'react';

/**
 * What of a case the form's decision is about: what its page showed at first. An open page loads its data again by itself, for instance after a
 * break of the connection, and what came in by that has not been read because it is there.
 * @param current what the data of the page has now
 * @param isNewer whether something came in since `read`
 * @returns `read`, for the hidden fields; `takeNewer` if something came in: the decision is about that too from then on
 */
export function useReadState<State>(
  current: State,
  isNewer: (current: State, read: State) => boolean,
): { read: State; takeNewer: (() => void) | null } {
  const [read, setRead] = useState(current);
  return { read, takeNewer: isNewer(current, read) ? () => setRead(current) : null };
}
