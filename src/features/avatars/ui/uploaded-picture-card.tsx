import { Form, useNavigation } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Button } from '../../../web/kit/button.tsx';
import { UPLOADED_HEAD, type UploadedPicture } from '../schema.ts';
import { texts } from '../texts.ts';
import './avatars.css';

/** The picture that a player uploaded last: its review state, and buttons to choose it and to delete it. */
export function UploadedPictureCard({ picture }: { picture: UploadedPicture }) {
  const { formData } = useNavigation();
  const isDeleting = formData?.get('do') === 'delete';
  const isChoosing = formData?.get('look') === UPLOADED_HEAD;
  const isReady = picture.state === 'approved' && !picture.isWorn;
  const pictureTexts = texts.picture;
  return (
    <section className="panel own-picture" aria-labelledby="own-picture">
      {picture.url !== null && <Avatar src={picture.url} size={96} />}
      <div className="own-picture-words">
        <h2 id="own-picture">{pictureTexts.title}</h2>
        <p>
          <span className={`state-pill ${picture.state === 'refused' ? 'late' : picture.state === 'waiting' ? 'reviewing' : 'resolved'}`}>
            {pictureTexts.pills[picture.state]}
          </span>
        </p>
        <p>{isReady ? pictureTexts.ready : pictureTexts.states[picture.state]}</p>
      </div>
      {isReady && (
        <Form method="post" onSubmit={(event) => formData && event.preventDefault()}>
          <input type="hidden" name="do" value="restore" />
          <Button type="submit" variant="primary" name="look" value={UPLOADED_HEAD} aria-disabled={formData ? true : undefined}>
            {isChoosing ? texts.saving : pictureTexts.choose}
          </Button>
        </Form>
      )}
      <Form method="post" replace preventScrollReset onSubmit={(event) => formData && event.preventDefault()}>
        <Button type="submit" variant="danger" name="do" value="delete" aria-disabled={formData ? true : undefined}>
          {isDeleting ? pictureTexts.removing : pictureTexts.remove}
        </Button>
      </Form>
    </section>
  );
}
