import { Avatar, useBrokenImage } from '../../../web/kit/avatar.tsx';
import { urlForBody } from '../schema.ts';

type FullBodyAvatarProps = {
  avatar: string;
  /** CSS classes for the round picture and for the whole figure. */
  className: { face: string; body: string };
};

/** Shows the whole figure if one was drawn, else the round picture. It has no alt text: the name beside it says who it is. */
export function FullBodyAvatar({ avatar, className }: FullBodyAvatarProps) {
  const bodyUrl = urlForBody(avatar);
  const { image, isBroken, onError } = useBrokenImage(bodyUrl ?? avatar);
  if (bodyUrl === null || isBroken) return <Avatar className={className.face} src={avatar} size={148} />;
  return <img ref={image} className={className.body} src={bodyUrl} width="168" height="252" alt="" onError={onError} />;
}
