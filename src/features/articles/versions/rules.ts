import type { TextKind, TextSource } from '../markdown/schema.ts';
import type { VersionState } from './schema.ts';

/** The name of a text in maps: help/kiddocash. */
export const keyOf = ({ kind, slug }: Pick<TextSource, 'kind' | 'slug'>): string => `${kind}/${slug}`;

/** Whether a post waits for its day. @param today the day in Nairobi, such as 2026-11-21 */
export function isPlanned({ kind, front }: { kind: TextKind; front: Record<string, string> }, today: string): boolean {
  return kind === 'blog' && (front['date'] ?? '') > today;
}

type Version = TextSource & { state: VersionState; base: string | null };

/**
 * Whether the file is shown in the place of a version, because the version says what the file said. Only the day of the last change may be its
 * own: that day, people saw the text again.
 */
export function isAsShipped(version: Version, shipped: TextSource | undefined, hashOf: (text: TextSource) => string): boolean {
  if (shipped === undefined || version.state !== 'published' || hashOf(version) !== version.base) return false;
  return version.base !== hashOf(shipped) || version.front['updated'] === shipped.front['updated'];
}

/**
 * The texts that people see: each as its newest version has it, or as it is shipped. A version that is the shipped text it was made from says
 * nothing else than the file, so a newer file is shown; without a file it stays.
 * @param versions the newest of each text that is no draft
 * @param hashOf the hash of a text, without the day of its last change
 */
export function selectTexts(
  shipped: readonly TextSource[],
  versions: readonly Version[],
  today: string,
  hashOf: (text: TextSource) => string,
): { shown: TextSource[]; edited: Set<string> } {
  const shippedByKey = new Map(shipped.map((text) => [keyOf(text), text]));
  const edited = new Map(
    versions.filter((each) => !isAsShipped(each, shippedByKey.get(keyOf(each)), hashOf)).map((each) => [keyOf(each), each]),
  );
  const isShown = (text: Version) => text.state === 'published' && !isPlanned(text, today);
  return {
    shown: [
      ...shipped.flatMap((text) => {
        const version = edited.get(keyOf(text));
        return version === undefined ? [text] : isShown(version) ? [version] : [];
      }),
      ...versions.filter((each) => edited.has(keyOf(each)) && !shippedByKey.has(keyOf(each)) && isShown(each)),
    ],
    edited: new Set([...edited.values()].filter(isShown).map(keyOf)),
  };
}
