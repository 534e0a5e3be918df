import { useState } from 'react';
import { Field } from '../../../../web/kit/field.tsx';
import './admin.css';

type PictureFieldProps = {
  label: string;
  hint: string;
  error: string | null;
  accept: string;
  required: boolean;
  /** Receives the data URL of the selected file, for a preview before the upload; null for none. */
  onPreview: (url: string | null) => void;
};

/** A file input for a picture. With JavaScript it previews the selected file. */
export function PictureField({ label, hint, error, accept, required, onPreview }: PictureFieldProps) {
  return (
    <Field
      name="picture"
      type="file"
      className="file-input"
      label={label}
      hint={hint}
      error={error}
      accept={accept}
      required={required}
      onChange={(event) => {
        const file = event.currentTarget.files?.[0];
        if (!file || !file.type.startsWith('image/')) return onPreview(null);
        const reader = new FileReader();
        reader.addEventListener('load', () => onPreview(typeof reader.result === 'string' ? reader.result : null));
        reader.readAsDataURL(file);
      }}
    />
  );
}

/**
 * The preview of a selected file that is not uploaded yet.
 * @param rowKey changes when another row is opened, or its picture was saved: then there is no preview any more
 */
export function usePicturePreview(rowKey: string): [string | null, (url: string | null) => void] {
  const [chosen, setChosen] = useState<{ rowKey: string; url: string | null }>({ rowKey, url: null });
  return [chosen.rowKey === rowKey ? chosen.url : null, (url) => setChosen({ rowKey, url })];
}
