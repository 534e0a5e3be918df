/** Formats bytes as megabytes with one decimal, rounded up: 87,400 is '0.1'. */
export function formatMegabytes(bytes: number): string {
  return (Math.ceil(bytes / 100_000) / 10).toFixed(1);
}
