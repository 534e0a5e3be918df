import { Form, useNavigation } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import type { FormerLook } from '../history/schema.ts';
import { GENERATED_HEAD, UPLOADED_HEAD } from '../schema.ts';
import { texts } from '../texts.ts';
import './avatars.css';

/** The looks that a player can go back to without premium; those that need premium are shown, because they stay theirs. */
export function FormerLooks({ looks }: { looks: FormerLook[] }) {
  const { formData } = useNavigation();
  const { former } = texts;
  const nameOf = ({ look, name }: FormerLook) =>
    look === GENERATED_HEAD ? texts.drawn : look === UPLOADED_HEAD ? texts.own : (name ?? '');
  return (
    <section className="panel former-looks" aria-labelledby="former-looks">
      <h2 id="former-looks">{former.title}</h2>
      <p>{former.text}</p>
      <Form method="post" onSubmit={(event) => formData && event.preventDefault()}>
        <input type="hidden" name="do" value="restore" />
        <ul className="former-list">
          {looks.map((look) => (
            <li key={look.look}>
              <Avatar src={look.picture} size={84} lazy />
              <span className="head-name">{nameOf(look)}</span>
              {look.isLocked ? (
                <span className="head-premium">
                  <Icon icon="crown" size="small" />
                  {former.locked}
                </span>
              ) : (
                <Button
                  type="submit"
                  name="look"
                  value={look.look}
                  aria-disabled={formData ? true : undefined}
                  aria-label={former.chooseNamed(nameOf(look))}
                >
                  {formData?.get('look') === look.look ? texts.saving : former.choose}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Form>
    </section>
  );
}
