import { useEffect, useRef, useState } from 'react';

/** What stands in for a picture that does not come (spec 2, section 9). */
const FALLBACK = '/avatars/cartoon-01.svg';

type AvatarProps = {
  src: string;
  /** As wide and as high as it is shown, in pixels. */
  size: number;
  className?: string;
  /** Far down a list: loaded when it comes near. */
  lazy?: boolean;
};

/** A player's round picture. A broken one is replaced by a cartoon. It says nothing by itself: the name stands beside it. */
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

/** Whether a picture does not come: to be shown as `image`, and to be told by its `onError`. Another address is tried anew. */
export function useBrokenImage(src: string) {
  const image = useRef<HTMLImageElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  useEffect(() => {
    const shown = image.current;
    // It may have failed before this script was there to hear it. Only decoding tells: a drawing may have no size of its own.
    if (shown?.complete && shown.naturalWidth === 0) shown.decode().catch(() => setBroken(src));
  }, [src]);
  return { image, isBroken: broken === src, onError: () => setBroken(src) };
}
