import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useFocusFallback } from '../../../web/kit/use-focus-fallback.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_TYPES, type AvatarResult, type UploadedPicture } from '../schema.ts';
import { getErrorToast, texts } from '../texts.ts';
import './avatars.css';

type UploadFormProps = {
  answer: AvatarResult | undefined;
  /** The last upload. When it is deleted, its delete button disappears too. */
  picture: UploadedPicture | null;
};

/** Uploads a picture. Obvious errors are shown before anything is sent, and the chosen file is previewed as it will look. */
export function UploadForm({ answer, picture }: UploadFormProps) {
  const id = useId();
  const heading = useFocusFallback<HTMLHeadingElement>(answer, picture);
  const { formData } = useNavigation();
  const { form, previewUrl, onSelect, clearPreview } = useSelectedPicture(answer);
  const uploadTexts = texts.upload;
  const isSending = formData?.get('do') === 'upload';
  return (
    <section className="panel upload" aria-labelledby={id}>
      <h2 id={id} {...heading}>
        {uploadTexts.title}
      </h2>
      <p>{uploadTexts.hint}</p>
      <p className="muted">{uploadTexts.safety}</p>
      <Form
        ref={form}
        method="post"
        encType="multipart/form-data"
        replace
        preventScrollReset
        className="upload-form"
        onSubmit={(event) => formData && event.preventDefault()}
      >
        <input type="hidden" name="do" value="upload" />
        {previewUrl !== null && (
          <img className="avatar upload-preview" src={previewUrl} width="96" height="96" alt={uploadTexts.preview} onError={clearPreview} />
        )}
        <div className="field">
          <label htmlFor={`${id}-file`}>{uploadTexts.file}</label>
          <input
            id={`${id}-file`}
            className="input upload-file"
            type="file"
            name="picture"
            accept={UPLOAD_TYPES.join(',')}
            required
            onChange={onSelect}
          />
        </div>
        <Button type="submit" variant="secondary" aria-disabled={formData ? true : undefined}>
          {isSending ? uploadTexts.sending : uploadTexts.send}
        </Button>
      </Form>
    </section>
  );
}

/** The file that is selected in the form: its preview, or at once what is wrong with it. After an upload the form is empty again. */
function useSelectedPicture(answer: AvatarResult | undefined) {
  const toast = useToast();
  const form = useRef<HTMLFormElement>(null);
  const selectedFile = useRef<File>(undefined);
  const closeToast = useRef<() => void>(undefined);
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);

  const clear = () => {
    form.current?.reset();
    selectedFile.current = undefined;
    setPreviewUrl(null);
  };
  useEffect(() => {
    if (answer?.ok && answer.action === 'upload') clear();
    // Do not preview a refused picture as if it were theirs.
    if (answer?.ok === false && answer.action === 'upload') setPreviewUrl(null);
  }, [answer]);

  const onSelect = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    closeToast.current?.();
    selectedFile.current = file;
    setPreviewUrl(null);
    if (!file) return;
    const errorCode = file.type.startsWith('image/') ? (file.size > UPLOAD_BYTES_MAX ? 'too-large' : null) : 'not-a-picture';
    if (errorCode !== null) {
      clear();
      closeToast.current = toast(getErrorToast('upload', errorCode));
      return;
    }
    // Our content security policy does not allow `blob:` images, so read the file as a data URL.
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      if (selectedFile.current === file && typeof reader.result === 'string') setPreviewUrl(reader.result);
    });
    reader.readAsDataURL(file);
  };
  return { form, previewUrl, onSelect, clearPreview: () => setPreviewUrl(null) };
}
