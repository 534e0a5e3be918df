import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useFocusFallback } from '../../../web/kit/use-kept-focus.ts';
import { UPLOAD_BYTES_MAX, UPLOAD_TYPES, type AvatarAnswer, type OwnPicture } from '../schema.ts';
import { failedWords, texts } from '../texts.ts';

type UploadFormProps = {
  answer: AvatarAnswer | undefined;
  /** The last one; where it is deleted, what deleted it is gone too. */
  picture: OwnPicture | null;
};

/** Brings a picture of one's own: what is plainly wrong is said before anything is sent, and what is chosen shows as it will look. */
export function UploadForm({ answer, picture }: UploadFormProps) {
  const id = useId();
  const heading = useFocusFallback<HTMLHeadingElement>(answer, picture);
  const toast = useToast();
  const { formData } = useNavigation();
  const form = useRef<HTMLFormElement>(null);
  const last = useRef<File>(undefined);
  const close = useRef<() => void>(undefined);
  const [preview, setPreview] = useState<string | null>(null);
  const words = texts.upload;
  const isSending = formData?.get('do') === 'upload';

  const clear = () => {
    form.current?.reset();
    last.current = undefined;
    setPreview(null);
  };
  useEffect(() => {
    if (answer?.ok && answer.did === 'upload') clear();
    // What was refused is not shown as if it were theirs.
    if (answer?.ok === false && answer.asked === 'upload') setPreview(null);
  }, [answer]);

  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    close.current?.();
    last.current = file;
    setPreview(null);
    if (!file) return;
    const fault = file.type.startsWith('image/') ? (file.size > UPLOAD_BYTES_MAX ? 'too-large' : null) : 'not-a-picture';
    if (fault !== null) {
      clear();
      close.current = toast(failedWords('upload', fault));
      return;
    }
    // Our pages show no picture by a `blob:` address.
    const reader = new FileReader();
    reader.addEventListener('load', () => last.current === file && typeof reader.result === 'string' && setPreview(reader.result));
    reader.readAsDataURL(file);
  };

  return (
    <section className="panel upload" aria-labelledby={id}>
      <h2 id={id} {...heading}>
        {words.title}
      </h2>
      <p>{words.hint}</p>
      <p className="muted">{words.safety}</p>
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
        {preview !== null && (
          <img
            className="avatar upload-preview"
            src={preview}
            width="96"
            height="96"
            alt={words.preview}
            onError={() => setPreview(null)}
          />
        )}
        <div className="field">
          <label htmlFor={`${id}-file`}>{words.file}</label>
          <input
            id={`${id}-file`}
            className="input upload-file"
            type="file"
            name="picture"
            accept={UPLOAD_TYPES.join(',')}
            required
            onChange={onChange}
          />
        </div>
        <Button type="submit" variant="secondary" aria-disabled={formData ? true : undefined}>
          {isSending ? words.sending : words.send}
        </Button>
      </Form>
    </section>
  );
}
