import { Form, useNavigation } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Button } from '../../../web/kit/button.tsx';
import type { OwnPicture } from '../schema.ts';
import { texts } from '../texts.ts';

/** The last picture that a player brought: how it stands with it, and the way to take it away. */
export function OwnPictureCard({ picture }: { picture: OwnPicture }) {
  const { formData } = useNavigation();
  const isDeleting = formData?.get('do') === 'delete';
  const words = texts.picture;
  return (
    <section className="panel own-picture" aria-labelledby="own-picture">
      {picture.address !== null && <Avatar src={picture.address} size={96} />}
      <div className="own-picture-words">
        <h2 id="own-picture">{words.title}</h2>
        <p>
          <span className={`state-pill ${picture.state === 'refused' ? 'late' : picture.state === 'waiting' ? 'reviewing' : 'resolved'}`}>
            {words.pills[picture.state]}
          </span>
        </p>
        <p>{words.states[picture.state]}</p>
      </div>
      <Form method="post" replace preventScrollReset onSubmit={(event) => formData && event.preventDefault()}>
        <Button type="submit" variant="danger" name="do" value="delete" aria-disabled={formData ? true : undefined}>
          {isDeleting ? words.removing : words.remove}
        </Button>
      </Form>
    </section>
  );
}
