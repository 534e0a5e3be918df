/** What the player needs to know of a game. */
export type PlayableGame = {
  id: string;
  title: string;
  /** Where the frame loads from; null: starting a play tells. */
  src: string | null;
  playable: boolean;
  isPremium: boolean;
  can: { play: boolean };
};

/** Where somebody goes who may not play this game (spec 1, section 4). */
export function urlForAccess(game: PlayableGame, viewer: 'visitor' | 'player'): string {
  return viewer === 'visitor' ? `/login?returnUrl=${encodeURIComponent(`/games/${game.id}`)}` : '/subscription';
}
