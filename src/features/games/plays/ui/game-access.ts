/** What the game player needs to know about a game. */
export type PlayableGame = {
  id: string;
  title: string;
  /** URL that the frame loads; null: starting a play returns it. */
  src: string | null;
  playable: boolean;
  isPremium: boolean;
  can: { play: boolean };
};

/** Where to send a user who may not play this game (spec 1, section 4). */
export function urlForAccess(game: PlayableGame, viewer: 'visitor' | 'player'): string {
  return viewer === 'visitor' ? `/login?returnUrl=${encodeURIComponent(`/games/${game.id}`)}` : '/subscription';
}
