import { parseSync, Visitor } from 'oxc-parser';

/** A function longer than this should have parts with names (ARCHITECTURE.md). */
const FUNCTION_LINES_MAX = 60;

export type CodeReport = {
  /** Functions of more than 60 lines, the longest first. */
  longFunctions: { file: string; name: string; lines: number }[];
  /** Type assertions (`as X`), except `as const`. */
  casts: number;
  /** Assertions to `never`, which turn the type check off. */
  neverCasts: number;
};

/**
 * Counts long functions and type assertions.
 * @param files text of TypeScript files by path
 */
export function reportCode(files: Map<string, string>): CodeReport {
  const report: CodeReport = { longFunctions: [], casts: 0, neverCasts: 0 };
  for (const [file, text] of files) {
    const names = new Map<number, string>();
    const measure = (name: string, node: { start: number; end: number }) => {
      const lines = text.slice(node.start, node.end).split('\n').length;
      if (lines > FUNCTION_LINES_MAX) report.longFunctions.push({ file, name, lines });
    };
    new Visitor({
      VariableDeclarator({ id, init }) {
        if (init && id.type === 'Identifier') names.set(init.start, id.name);
      },
      MethodDefinition({ key, value }) {
        if (key.type === 'Identifier') names.set(value.start, key.name);
      },
      FunctionDeclaration(node) {
        measure(node.id?.name ?? 'default export', node);
      },
      FunctionExpression(node) {
        measure(names.get(node.start) ?? 'unnamed function', node);
      },
      ArrowFunctionExpression(node) {
        measure(names.get(node.start) ?? 'unnamed function', node);
      },
      TSAsExpression({ typeAnnotation }) {
        const isConst =
          typeAnnotation.type === 'TSTypeReference' &&
          typeAnnotation.typeName.type === 'Identifier' &&
          typeAnnotation.typeName.name === 'const';
        if (isConst) return;
        report.casts++;
        if (typeAnnotation.type === 'TSNeverKeyword') report.neverCasts++;
      },
    }).visit(parseSync(file, text).program);
  }
  report.longFunctions.sort((a, b) => b.lines - a.lines);
  return report;
}
