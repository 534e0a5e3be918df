import { useId } from 'react';
import { drawBadge, OUTLINES, PAINTS, drawCloth, drawSign, type BadgePaint, type BadgePath } from '../badge/rules.ts';
import type { BadgeCloth, BadgeColor, BadgeShape, BadgeSign, GroupBadge } from '../badge/schema.ts';

type PaintColors = Record<BadgePaint, string>;
/** A part alone, in the colors of the text around it. */
const PLAIN: PaintColors = { ground: 'var(--surface)', weave: 'var(--surface)', sign: 'currentColor' };

/** A group's badge. It has no text alternative, because the group's name is next to it. @param props.size width and height in pixels */
export function GroupBadgePicture({ badge, size, className }: { badge: GroupBadge; size: number; className?: string }) {
  const clipId = useId();
  const { outline, cloth, sign } = drawBadge(badge);
  const paints = PAINTS[badge.color];
  return (
    <svg className={className} viewBox="-4 -4 108 108" width={size} height={size} aria-hidden="true">
      <clipPath id={clipId}>
        <path d={outline} />
      </clipPath>
      <path d={outline} fill={paints.ground} stroke="#fff" strokeWidth="8" strokeLinejoin="round" />
      <g clipPath={`url(#${clipId})`}>
        <path d={outline} fill={paints.ground} />
        <Paths paths={cloth} paints={paints} />
      </g>
      <Paths paths={sign} paints={paints} />
    </svg>
  );
}

/** The outline alone, for choosing it. */
export function ShapePicture({ shape }: { shape: BadgeShape }) {
  return (
    <svg viewBox="-4 -4 108 108" aria-hidden="true">
      <path d={OUTLINES[shape]} fill="currentColor" />
    </svg>
  );
}

/** A pattern alone on the chosen ground. */
export function ClothPicture({ cloth, color }: { cloth: BadgeCloth; color: BadgeColor }) {
  const paints = PAINTS[color];
  return (
    <svg viewBox="0 0 100 100" aria-hidden="true">
      <path d="M0 0H100V100H0Z" fill={paints.ground} />
      <Paths paths={drawCloth(cloth)} paints={paints} />
    </svg>
  );
}

/** A sign alone. */
export function SignPicture({ sign }: { sign: BadgeSign }) {
  return (
    <svg viewBox="10 10 80 80" aria-hidden="true">
      <Paths paths={drawSign(sign)} paints={PLAIN} />
    </svg>
  );
}

function Paths({ paths, paints }: { paths: readonly BadgePath[]; paints: PaintColors }) {
  return paths.map(({ d, fill, stroke, width }) => (
    <path
      key={d}
      d={d}
      fill={fill === null ? 'none' : paints[fill]}
      {...(stroke !== null && { stroke: paints[stroke], strokeWidth: width, strokeLinejoin: 'round', strokeLinecap: 'round' })}
    />
  ));
}
