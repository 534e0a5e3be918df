import { useId } from 'react';
import type { Figure, PlacedPiece } from '../figure/rules.ts';

type FigureSvgProps = {
  figure: Figure;
  view: string;
  className?: string;
  /** Text alternative; without one it is decoration. */ label?: string;
};

/**
 * Draws a figure from the pieces in their files, in the colours of the nearest element with `toneStyle`. The files are cached for a year, so
 * that a page of tiles weighs little.
 */
export function FigureSvg({ figure, view, className, label }: FigureSvgProps) {
  const clipId = useId();
  return (
    <svg
      viewBox={view}
      className={className}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      {figure.clip !== null && (
        <clipPath id={clipId}>
          <path d={figure.clip} />
        </clipPath>
      )}
      {figure.pieces.map((piece, at) => (
        <PieceSvg key={`${at} ${piece.id}`} piece={piece} clipId={clipId} />
      ))}
    </svg>
  );
}

function PieceSvg({ piece: { id, part, transform, isClipped }, clipId }: { piece: PlacedPiece; clipId: string }) {
  const place = { transform: transform ?? undefined, clipPath: isClipped ? `url(#${clipId})` : undefined };
  if (part.picture !== null) return <image href={part.url} {...part.picture} preserveAspectRatio="none" {...place} />;
  return <use href={`${part.url}#${id}`} {...place} />;
}
