/** The width and height of each drawing of Kombi. */
const DRAWINGS = {
  happy: [212, 180],
  head: [212, 180],
  oops: [220, 192],
  peek: [212, 162],
  sleep: [270, 190],
  wave: [290, 330],
  wink: [212, 180],
} as const;

/** Kombi the bush baby. A decoration: it never carries meaning alone. */
export function Kombi({ mood, className = '', lazy = false }: { mood: keyof typeof DRAWINGS; className?: string; lazy?: boolean }) {
  const [width, height] = DRAWINGS[mood];
  return (
    <img
      className={`kombi ${className}`}
      src={`/brand/kombi-${mood}.svg`}
      width={width}
      height={height}
      alt=""
      loading={lazy ? 'lazy' : undefined}
      fetchPriority="low"
    />
  );
}
