import { useId, type ComponentProps } from 'react';

type TextAreaProps = { name: string; label: string } & Omit<ComponentProps<'textarea'>, 'name' | 'id'>;

/** A multi-line input: label above. */
export function TextArea({ label, ...input }: TextAreaProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} className="input text-area" {...input} />
    </div>
  );
}
