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
 * The texts that people see: each as its newest version has it, or as it is shipped. A version that is the shipped text it was made from says
 * nothing else than the file, so a newer file is shown.
 * @param versions the newest of each text that is no draft
 * @param hashOf the hash of a text
 */
export function selectTexts(
  shipped: readonly TextSource[],
  versions: readonly Version[],
  today: string,
  hashOf: (text: TextSource) => string,
): { shown: TextSource[]; edited: Set<string> } {
  const edited = new Map(
    versions.filter((each) => each.state === 'withdrawn' || hashOf(each) !== each.base).map((each) => [keyOf(each), each]),
  );
  const shippedKeys = new Set(shipped.map(keyOf));
  const isShown = (text: Version) => text.state === 'published' && !isPlanned(text, today);
  return {
    shown: [
      ...shipped.flatMap((text) => {
        const version = edited.get(keyOf(text));
        return version === undefined ? [text] : isShown(version) ? [version] : [];
      }),
      ...versions.filter((each) => edited.has(keyOf(each)) && !shippedKeys.has(keyOf(each)) && isShown(each)),
    ],
    edited: new Set([...edited.values()].filter(isShown).map(keyOf)),
  };
}
