import { useEffect, useRef, useState } from 'react';

/** Replaces a picture that fails to load (spec 2, section 9). */
const FALLBACK = '/avatars/cartoon-01.svg';

type AvatarProps = {
  src: string;
  /** Width and height in pixels. */
  size: number;
  className?: string;
  /** For pictures far down a list: loads when it is near the viewport. */
  lazy?: boolean;
};

/** A player's round picture. A cartoon replaces a broken one. It has no text alternative, because the name is next to it. */
export function Avatar({ src, size, className = 'avatar', lazy = false }: AvatarProps) {
  const { image, isBroken, onError } = useBrokenImage(src);
  return (
    <img
      ref={image}
      className={className}
      src={isBroken ? FALLBACK : src}
      width={size}
      height={size}
      alt=""
      loading={lazy ? 'lazy' : undefined}
      onError={onError}
    />
  );
}

/** Detects a picture that fails to load: pass `image` as the ref and `onError` to the <img>. A new URL is tried again. */
export function useBrokenImage(src: string) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    const shown = image.current;
    // It may have failed before this script ran. Only decoding tells, because an SVG may have no intrinsic size.
    if (shown?.complete && shown.naturalWidth === 0) shown.decode().catch(() => setBroken(src));
  }, [src]);
  return { image, isBroken: broken === src, onError: () => setBroken(src) };
}
