import type { Category, AvatarImages } from '../schema.ts';
import './item.css';

/** Categories that are drawn below the round picture of the head. */
const UNDER_HEAD: Category[] = ['pants', 'shirts'];

type AvatarPreviewProps = {
  avatar: AvatarImages;
  /** The item to try on; its picture may not be selected yet. */
  item: { layer: string | null; isBehind: boolean; category: Category };
  alt: string;
};

/** A player wearing an item: the rendered figure (or body and head), with the item's picture as a layer. */
export function AvatarPreview({ avatar: { figure, head, body }, item: { layer, isBehind, category }, alt }: AvatarPreviewProps) {
  const itemLayer = layer !== null && <img className="figure-layer" src={layer} width="240" height="320" alt="" />;
  const isUnder = figure === null && UNDER_HEAD.includes(category);
  return (
    <div className="figure" role="img" aria-label={alt}>
      {isBehind && itemLayer}
      <img className="figure-layer" src={figure ?? body} width="240" height="320" alt="" />
      {!isBehind && isUnder && itemLayer}
      {figure === null && <img className="figure-head" src={head} width="144" height="144" alt="" />}
      {!isBehind && !isUnder && itemLayer}
    </div>
  );
}
