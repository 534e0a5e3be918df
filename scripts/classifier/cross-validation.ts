import { REFUSED_MAX, scoreLine, trainFrom, type LineScore, type PreparedLine } from './training.ts';

// Judges the lines of each author with a classifier that has seen none of theirs: this says what it will find of what others write.

/** A line and what a classifier that was trained without its author says. */
export type JudgedLine = PreparedLine & LineScore;

/** Leaves out one author after the other. @param report called after each of them */
export function crossValidate(lines: readonly PreparedLine[], report: (author: string) => void): JudgedLine[] {
  return [...Map.groupBy(lines, ({ author }) => author)].flatMap(([author, own]) => {
    const trained = trainFrom(lines.filter((line) => line.author !== author));
    report(author);
    return own.map((line) => ({ ...line, ...scoreLine(trained, line) }));
  });
}

/** The least score at which a text is refused: the lowest at which no more innocent lines are refused than may be. */
export function chooseThreshold(judged: readonly JudgedLine[]): number {
  const least = Object.entries(REFUSED_MAX).map(([label, share]) => {
    const scores = judged
      .filter((line) => line.label === label)
      .map(({ score }) => score)
      .toSorted((one, other) => other - one);
    return scores[Math.floor(share * scores.length)] ?? 0;
  });
  // Above the score of the first line that has to pass.
  return Math.ceil((Math.max(...least) + 1e-3) * 1000) / 1000;
}
