import { useEffect, useRef } from 'react';

const PLACEHOLDER = '/brand/placeholder.svg';

type CoverProps = {
  src: string | null;
  /** False for covers in the initial viewport: they load at once. */
  lazy?: boolean;
  hasPriority?: boolean;
  alt?: string;
};

/** A game's cover image, 4:3. If it fails to load, the placeholder replaces it, even if it failed before scripts ran. */
export function Cover({ src, lazy = true, hasPriority = false, alt = '' }: CoverProps) {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const image = ref.current;
    if (image?.complete && image.naturalWidth === 0 && image.getAttribute('src') !== PLACEHOLDER) image.src = PLACEHOLDER;
  }, [src]);
  return (
    <img
      ref={ref}
      className="cover"
      src={src ?? PLACEHOLDER}
      width="320"
      height="240"
      alt={alt}
      loading={lazy ? 'lazy' : undefined}
      fetchPriority={hasPriority ? 'high' : undefined}
      decoding="async"
      onError={(event) => {
        if (event.currentTarget.getAttribute('src') !== PLACEHOLDER) event.currentTarget.src = PLACEHOLDER;
      }}
    />
  );
}
