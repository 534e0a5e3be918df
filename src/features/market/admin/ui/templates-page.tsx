import { STYLE_MAX } from '../schema.ts';
import { texts as adminTexts } from '../texts.ts';
import { EditorPage, type EditorDescription, type EditorPageProps } from './editor-page.tsx';
import { nameField, positionField } from './row-fields.ts';
import type { AdminTemplate } from '../../template-editor/schema.ts';
import './admin.css';

const texts = adminTexts.templates;

const TEMPLATES: EditorDescription<AdminTemplate> = {
  page: 'templates',
  kind: 'template',
  texts,
  fields: [
    nameField,
    {
      type: 'line',
      name: 'style',
      label: texts.style,
      hint: texts.styleHint,
      getValue: (template) => template?.style ?? '',
      maxLength: STYLE_MAX,
      autoCapitalize: 'none',
      isRequired: true,
    },
    positionField,
    {
      type: 'checkboxes',
      boxes: [
        { name: 'isListed', label: texts.isListed, isChecked: (template) => template?.isListed ?? true },
        { name: 'isPremium', label: texts.isPremium, isChecked: (template) => template?.isPremium ?? false },
      ],
    },
  ],
  picture: { accept: 'image/png,image/jpeg,image/gif', hint: texts.pictureHint, getUrl: ({ picture }) => picture },
  thumbnail: { className: 'operating-head', getUrl: ({ picture }) => picture },
  describe: ({ style, isPremium, isListed }) => [style, isPremium && texts.premium, !isListed && texts.off].filter(Boolean).join(', '),
};

/** All templates for heads, for operators: add and change them. */
export function TemplatesPage(page: EditorPageProps<AdminTemplate>) {
  return (
    <EditorPage
      {...page}
      description={TEMPLATES}
      renderPreview={(_, picture) => picture !== null && <img className="operating-head" src={picture} width="144" height="144" alt="" />}
    />
  );
}
