import { Avatar, useBrokenImage } from '../../../web/kit/avatar.tsx';
import { urlForBody } from '../schema.ts';

type FullBodyAvatarProps = {
  avatar: string;
  /** How the round picture is laid out, and how the whole figure is. */
  className: { face: string; body: string };
};

/** The whole figure where one was drawn, else the round picture. The name beside it says whose it is. */
export function FullBodyAvatar({ avatar, className }: FullBodyAvatarProps) {
  const bodyUrl = urlForBody(avatar);
  const { image, isBroken, onError } = useBrokenImage(bodyUrl ?? avatar);
  if (bodyUrl === null || isBroken) return <Avatar className={className.face} src={avatar} size={148} />;
  return <img ref={image} className={className.body} src={bodyUrl} width="168" height="224" alt="" onError={onError} />;
}
