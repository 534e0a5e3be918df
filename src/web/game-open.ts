import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** The body has this class while a game is open over the page. */
export const GAME_OPEN_CLASS = 'playing';

/** Whether a game is open over the page. If so, the page behind it must not change. */
export function isGameOpen(): boolean {
  return document.body.classList.contains(GAME_OPEN_CLASS);
}

/** Whether a history navigation only closes the game that is open over the page. */
export function isClosingGame({ currentUrl, nextUrl, formMethod }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined && currentUrl.href === nextUrl.href && isGameOpen();
}
