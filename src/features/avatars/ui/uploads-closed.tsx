import { useFocusFallback } from '../../../web/kit/use-focus-fallback.ts';
import type { ConsentDoor as Door } from '../../guardians/schema.ts';
import { ConsentDoor } from '../../guardians/ui/consent-door.tsx';
import { AVATAR_PATH, type AvatarResult, type UploadedPicture } from '../schema.ts';
import { texts } from '../texts.ts';

type UploadsClosedProps = {
  door: Door;
  answer: AvatarResult | undefined;
  /** The last upload. When it is deleted, its delete button disappears too. */
  picture: UploadedPicture | null;
};

/** In place of the form that uploads a picture, for players whose guardian has not said yes. */
export function UploadsClosed({ door, answer, picture }: UploadsClosedProps) {
  const place = useFocusFallback<HTMLElement>(answer, picture);
  return (
    <section aria-label={texts.upload.title} {...place}>
      <ConsentDoor door={door} part="uploads" returnPath={AVATAR_PATH} />
    </section>
  );
}
