import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** The class that the body has while a game is open over the page. */
export const GAME_OPEN_CLASS = 'playing';

/** Whether a game is open over the page: then the page behind it is left as it is. */
export function isGameOpen(): boolean {
  return document.body.classList.contains(GAME_OPEN_CLASS);
}

/** Whether a step of the history only closes the game that is open over the page. */
export function isClosingGame({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.href === nextUrl.href && isGameOpen();
}
