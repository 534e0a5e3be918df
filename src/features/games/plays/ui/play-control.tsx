import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wayToAccess } from './player-access.ts';
import { usePlayer } from './player-provider.tsx';

/** Opens the game. Without JavaScript it is a link to the game itself, or to what opens the way to it. */
export function PlayControl({ className, label, children }: { className: string; label?: string; children: ReactNode }) {
  const { game, viewer, open, warm } = usePlayer();
  if (game.isPremium && !game.can.play) {
    return (
      <Link className={className} aria-label={label} to={wayToAccess(game, viewer)}>
        {children}
      </Link>
    );
  }
  const soon = { onPointerEnter: warm, onTouchStart: warm, onFocus: warm };
  if (game.src === null || !game.playable) {
    return (
      <button type="button" className={`${className} needs-js`} aria-label={label} {...soon} onClick={(event) => open(event.currentTarget)}>
        {children}
      </button>
    );
  }
  return (
    <a
      className={className}
      aria-label={label}
      href={game.src}
      {...soon}
      onClick={(event) => {
        // A click that asks for a tab or a window of its own gets the link.
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(event.currentTarget);
      }}
    >
      {children}
    </a>
  );
}
