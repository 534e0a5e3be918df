import { useEffect, useRef } from 'react';

const PLACEHOLDER = '/brand/placeholder.svg';

type CoverProps = {
  src: string | null;
  /** Covers in the first view are fetched at once. */
  lazy?: boolean;
  hasPriority?: boolean;
  alt?: string;
};

/** A game's picture, 4:3. One that cannot be loaded gives way to the placeholder, also when it failed before scripts ran. */
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
