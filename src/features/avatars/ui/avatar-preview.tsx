import { Avatar } from '../../../web/kit/avatar.tsx';
import { drawBody } from '../body.rules.ts';
import './avatars.css';

type AvatarPreviewProps = {
  /** URL of the head's picture. */
  headUrl: string;
  skin: string;
};

/** Previews a head on a body, as it will be drawn. */
export function AvatarPreview({ headUrl, skin }: AvatarPreviewProps) {
  return (
    <div className="try-on">
      <img src={`data:image/svg+xml,${encodeURIComponent(drawBody(skin))}`} width="240" height="320" alt="" />
      <Avatar src={headUrl} size={144} className="try-on-head" />
    </div>
  );
}
