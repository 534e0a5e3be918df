import type { AvatarImages } from '../schema.ts';
import './item.css';

type AvatarPreviewProps = {
  avatar: AvatarImages;
  /** The item to try on; its picture may not be selected yet. */
  item: { layer: string | null; isBehind: boolean };
  alt: string;
};

/** A figure and over it, or behind it, a picture that may not be stored yet. */
export function AvatarPreview({ avatar: { figure, head }, item: { layer, isBehind }, alt }: AvatarPreviewProps) {
  const itemLayer = layer !== null && <img className="figure-layer" src={layer} width="240" height="360" alt="" />;
  return (
    <div className="figure" role="img" aria-label={alt}>
      {isBehind && itemLayer}
      <img className="figure-layer" src={figure ?? head} width="240" height="360" alt="" />
      {!isBehind && itemLayer}
    </div>
  );
}
