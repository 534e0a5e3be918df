import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { urlForAccess } from './game-access.ts';
import { useGamePlayer } from './game-player-provider.tsx';

/** Opens the game. Without JavaScript it is a link to the game itself, or to the page that gives access to it. */
export function PlayControl({ className, label, children }: { className: string; label?: string; children: ReactNode }) {
  const { game, viewer, open, preload } = useGamePlayer();
  if (game.isPremium && !game.can.play) {
    return (
      <Link className={className} aria-label={label} to={urlForAccess(game, viewer)}>
        {children}
      </Link>
    );
  }
  const preloadHandlers = { onPointerEnter: preload, onTouchStart: preload, onFocus: preload };
  if (game.src === null || !game.playable) {
    return (
      <button
        type="button"
        className={`${className} needs-js`}
        aria-label={label}
        {...preloadHandlers}
        onClick={(event) => open(event.currentTarget)}
      >
        {children}
      </button>
    );
  }
  return (
    <a
      className={className}
      aria-label={label}
      href={game.src}
      {...preloadHandlers}
      onClick={(event) => {
        // A click with a modifier key, which opens a new tab or window, follows the link.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(event.currentTarget);
      }}
    >
      {children}
    </a>
  );
}
