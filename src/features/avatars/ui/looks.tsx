import { Avatar, useBrokenImage } from '../../../web/kit/avatar.tsx';
import { figureOf } from '../schema.ts';

type LooksProps = {
  avatar: string;
  /** How the round picture is laid out, and how the whole figure is. */
  className: { face: string; figure: string };
};

/** The whole figure where one was drawn, else the round picture. The name beside it says whose it is. */
export function Looks({ avatar, className }: LooksProps) {
  const figure = figureOf(avatar);
  const { image, isBroken, onError } = useBrokenImage(figure ?? avatar);
  if (figure === null || isBroken) return <Avatar className={className.face} src={avatar} size={148} />;
  return <img ref={image} className={className.figure} src={figure} width="168" height="224" alt="" onError={onError} />;
}
