import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import type { AvatarResult, AvatarView } from '../schema.ts';
import { getResultToast, texts } from '../texts.ts';
import { HeadPicker, urlForHead } from './head-picker.tsx';
import { UploadedPictureCard } from './uploaded-picture-card.tsx';
import { SkinPicker } from './skin-picker.tsx';
import { AvatarPreview } from './avatar-preview.tsx';
import { UploadForm } from './upload-form.tsx';
import './avatars.css';

/** Where a premium player chooses how everybody sees them (spec 2, section 2). */
export function AvatarEditor({ view, answer }: { view: AvatarView; answer: AvatarResult | undefined }) {
  const toast = getResultToast(answer);
  useResultToast(answer, toast);
  return (
    <div className="wrap section avatar-page">
      <div>
        <h1>{texts.title}</h1>
        <p className="muted">{texts.lead}</p>
      </div>
      <ResultNotice toast={toast} />
      <AvatarForm view={view} />
      {view.latestUpload !== null && <UploadedPictureCard picture={view.latestUpload} />}
      <UploadForm answer={answer} picture={view.latestUpload} />
    </div>
  );
}

function AvatarForm({ view }: { view: AvatarView }) {
  const hydrated = useHydrated();
  const { formData } = useNavigation();
  // The selection on this page; null means the saved choice.
  const [head, setHead] = useState<string | null>(null);
  const [skin, setSkin] = useState<string | null>(null);
  const isSaving = formData?.get('do') === 'choose';
  const isChanged = (head !== null && head !== view.chosen) || (skin !== null && skin !== view.skin);
  const preview = { head: urlForHead(view, head ?? view.chosen), skin: skin ?? view.skin };
  return (
    <Form method="post" className="choose-avatar" onSubmit={(event) => formData && event.preventDefault()}>
      <input type="hidden" name="do" value="choose" />
      <div className="choose-columns">
        <div className="panel avatar-now">
          {isChanged || view.bodyUrl === null ? (
            <AvatarPreview headUrl={preview.head} skin={preview.skin} />
          ) : (
            <img className="avatar-figure" src={view.bodyUrl} width="240" height="320" alt="" />
          )}
          <p className="muted">{isChanged ? texts.nowText : texts.now}</p>
        </div>
        <div className="panel avatar-choices">
          <SkinPicker skin={preview.skin} onChoose={setSkin} />
          <HeadPicker view={view} selected={head ?? view.chosen} onChoose={setHead} />
        </div>
      </div>
      {/* Always visible, however far the long list is scrolled. */}
      <div className="avatar-acts">
        {/* Without JavaScript the button cannot know whether something was chosen, so it is always enabled. */}
        <Button type="submit" variant="primary" disabled={hydrated && (!isChanged || formData !== undefined)}>
          {isSaving ? texts.saving : texts.save}
        </Button>
        <LinkButton to="/profile">{texts.back}</LinkButton>
      </div>
    </Form>
  );
}
