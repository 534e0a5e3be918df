import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import type { AvatarAnswer, AvatarView } from '../schema.ts';
import { texts } from '../texts.ts';
import { Answered } from './answered.tsx';
import { HeadChoice, pictureOf } from './head-choice.tsx';
import { OwnPictureCard } from './own-picture.tsx';
import { SkinChoice } from './skin-choice.tsx';
import { TryOn } from './try-on.tsx';
import { UploadForm } from './upload-form.tsx';
import { useAnswerToast } from './use-answer-toast.ts';

/** Where a premium player chooses how everybody sees them (spec 2, section 2). */
export function AvatarEditor({ view, answer }: { view: AvatarView; answer: AvatarAnswer | undefined }) {
  useAnswerToast(answer);
  return (
    <div className="wrap section avatar-page">
      <div>
        <h1>{texts.title}</h1>
        <p className="muted">{texts.lead}</p>
      </div>
      <Answered answer={answer} />
      <ChooseForm view={view} />
      {view.picture !== null && <OwnPictureCard picture={view.picture} />}
      <UploadForm answer={answer} picture={view.picture} />
    </div>
  );
}

function ChooseForm({ view }: { view: AvatarView }) {
  const hydrated = useHydrated();
  const { formData } = useNavigation();
  // What was chosen here; until then what holds.
  const [head, setHead] = useState<string | null>(null);
  const [skin, setSkin] = useState<string | null>(null);
  const isSaving = formData?.get('do') === 'choose';
  const isChanged = (head !== null && head !== view.chosen) || (skin !== null && skin !== view.skin);
  const shown = { head: pictureOf(view, head ?? view.chosen), skin: skin ?? view.skin };
  return (
    <Form method="post" className="choose-avatar" onSubmit={(event) => formData && event.preventDefault()}>
      <input type="hidden" name="do" value="choose" />
      <div className="choose-columns">
        <div className="panel avatar-now">
          {isChanged || view.figure === null ? (
            <TryOn head={shown.head} skin={shown.skin} />
          ) : (
            <img className="avatar-figure" src={view.figure} width="240" height="320" alt="" />
          )}
          <p className="muted">{isChanged ? texts.nowText : texts.now}</p>
        </div>
        <div className="panel avatar-choices">
          <SkinChoice skin={shown.skin} onChoose={setSkin} />
          <HeadChoice view={view} chosen={head ?? view.chosen} onChoose={setHead} />
        </div>
      </div>
      {/* In view wherever one is in the long list. */}
      <div className="avatar-acts">
        {/* Without a script it cannot know whether something was chosen. */}
        <Button type="submit" variant="primary" disabled={hydrated && (!isChanged || formData !== undefined)}>
          {isSaving ? texts.saving : texts.save}
        </Button>
        <LinkButton to="/profile">{texts.back}</LinkButton>
      </div>
    </Form>
  );
}
