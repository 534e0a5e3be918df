import type { Category, Look } from '../schema.ts';

/** Worn under the round picture of the head. */
const UNDER: Category[] = ['pants', 'shirts'];

type FigureProps = {
  look: Look;
  /** What is tried on; its picture may be nothing yet. */
  item: { layer: string | null; isBehind: boolean; category: Category };
  alt: string;
};

/** A player with an item on: the figure as it is drawn, or body and head, and the item's picture as a layer of it. */
export function Figure({ look: { figure, head, body }, item: { layer, isBehind, category }, alt }: FigureProps) {
  const tried = layer !== null && <img className="figure-layer" src={layer} width="240" height="320" alt="" />;
  const isUnder = figure === null && UNDER.includes(category);
  return (
    <div className="figure" role="img" aria-label={alt}>
      {isBehind && tried}
      <img className="figure-layer" src={figure ?? body} width="240" height="320" alt="" />
      {!isBehind && isUnder && tried}
      {figure === null && <img className="figure-head" src={head} width="144" height="144" alt="" />}
      {!isBehind && !isUnder && tried}
    </div>
  );
}
