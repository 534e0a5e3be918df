import { useState, type CSSProperties } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import {
  EDITOR_FIELDS,
  EDITOR_GROUPS,
  mixValues,
  toEditorFigure,
  toEditorLook,
  toEditorValues,
  type EditorTab,
  type EditorValues,
  type PartField,
} from '../editor.rules.ts';
import { toTones } from '../look/rules.ts';
import { GENERATED_HEAD, WEAR_FIELDS, type AvatarResult, type AvatarView } from '../schema.ts';
import { getResultToast, texts } from '../texts.ts';
import { AvatarLook } from './avatar-look.tsx';
import { EditorTabs, FaceTabs, listFaceFields } from './editor-tabs.tsx';
import { HeadPicker, urlForHead } from './head-picker.tsx';
import { ClosedNote } from '../../feature-flags/ui/closed-note.tsx';
import { ColourGroup, PartGroup } from './option-group.tsx';
import { UploadedPictureCard } from './uploaded-picture-card.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadsClosed } from './uploads-closed.tsx';
import { useEditorValues } from './use-editor-values.ts';
import './editor.css';

type EditorProps = { view: AvatarView; tab: EditorTab; answer: AvatarResult | undefined };

/** Where a premium player chooses how everybody sees them (spec 2, section 2). */
export function AvatarEditor({ view, tab, answer }: EditorProps) {
  const toast = getResultToast(answer);
  useResultToast(answer, toast);
  return (
    <div className="wrap section avatar-page">
      <h1>{texts.title}</h1>
      <ResultNotice toast={toast} />
      <AvatarForm view={view} tab={tab} />
      {view.latestUpload !== null && <UploadedPictureCard picture={view.latestUpload} />}
      {view.uploadDoor === null && view.uploadsClosed !== null ? (
        <ClosedNote feature="uploads" notice={view.uploadsClosed} />
      ) : view.uploadDoor === null ? (
        <UploadForm answer={answer} picture={view.latestUpload} />
      ) : (
        <UploadsClosed door={view.uploadDoor} answer={answer} picture={view.latestUpload} />
      )}
    </div>
  );
}

function AvatarForm({ view, tab }: Omit<EditorProps, 'answer'>) {
  const hydrated = useHydrated();
  const { formData } = useNavigation();
  const { values, isChanged, change, reset } = useEditorValues(toEditorValues(view));
  const [mixes, setMixes] = useState(0);
  const isSaving = formData?.get('do') === 'choose';
  const mix = () => {
    change(mixValues(values, view.owned, Math.random));
    setMixes(mixes + 1);
  };
  return (
    <Form method="post" className="avatar-form" style={toToneStyle(values, view)} onSubmit={(event) => formData && event.preventDefault()}>
      <input type="hidden" name="do" value="choose" />
      <HiddenFields values={values} tab={tab} view={view} />
      <AvatarLook
        figure={toEditorFigure(values, view)}
        picture={values.template === GENERATED_HEAD ? null : urlForHead(view, values.template)}
        onMix={hydrated ? mix : null}
      />
      <div className="panel avatar-choices">
        <EditorTabs tab={tab} />
        <p className="visually-hidden" aria-live="polite">
          {mixes > 0 && `${texts.mixed} ${mixes}`}
        </p>
        {tab === 'picture' ? (
          <HeadPicker
            view={view}
            figure={toEditorFigure(values, view)}
            selected={values.template}
            onChoose={(template) => change({ template })}
          />
        ) : (
          <TabChoices tab={tab} view={view} values={values} onChange={change} />
        )}
        {isChanged && hydrated && (
          <p className="avatar-unsaved">
            {texts.unsaved}{' '}
            <button type="button" className="text-button" onClick={reset}>
              {texts.undo}
            </button>
          </p>
        )}
        <div className="avatar-acts">
          <LinkButton variant="soft" to="/profile" aria-label={texts.back}>
            <Icon icon="arrow-left" size="small" />
            {texts.backShort}
          </LinkButton>
          {/* Without JavaScript the button cannot know whether something was chosen, so it is always enabled. */}
          <Button type="submit" variant="primary" className="avatar-save" disabled={hydrated && (!isChanged || formData !== undefined)}>
            {isSaving ? texts.saving : texts.save}
          </Button>
        </div>
      </div>
    </Form>
  );
}

type ChoicesProps = { view: AvatarView; values: EditorValues; onChange: (change: Partial<EditorValues>) => void };

function TabChoices({ tab, ...props }: ChoicesProps & { tab: Exclude<EditorTab, 'picture'> }) {
  const hydrated = useHydrated();
  const [faceField, setFaceField] = useState<PartField>('eyes');
  const { view } = props;
  const hasItems = (category: string) => view.owned.some((item) => item.category === category);
  const groups = EDITOR_GROUPS[tab].filter(({ field }) => (field !== 'faces' && field !== 'accessories') || hasItems(field));
  return (
    <>
      {groups.map(({ field, colour }) => (
        <div
          key={field ?? colour}
          className="option-groups"
          data-closed={tab === 'face' && hydrated && field !== null && field !== faceField}
        >
          {colour !== null && <ColourGroup slot={colour} {...props} />}
          {tab === 'face' && colour === 'skin' && hydrated && (
            <FaceTabs fields={listFaceFields(hasItems('faces'))} open={faceField} onOpen={setFaceField} />
          )}
          {field !== null && <PartGroup field={field} {...props} />}
        </div>
      ))}
      {tab !== 'hair' && (
        <LinkButton variant="soft" multiline className="avatar-more" to="/catalog">
          {texts.more}
        </LinkButton>
      )}
    </>
  );
}

/** The choices of the other tabs, so that Save keeps all of them. */
function HiddenFields({ values, tab, view }: { values: EditorValues; tab: EditorTab; view: AvatarView }) {
  const hasItems = (field: string) => view.owned.some(({ category }) => category === field);
  const open: ReadonlySet<string> = new Set(
    tab === 'picture'
      ? ['template']
      : EDITOR_GROUPS[tab].flatMap(({ field, colour }) => [
          ...(field === null || (field in WEAR_FIELDS && (field === 'faces' || field === 'accessories') && !hasItems(field))
            ? []
            : [field]),
          ...(colour === null ? [] : [colour]),
        ]),
  );
  return EDITOR_FIELDS.filter((field) => !open.has(field)).map((field) => (
    <input key={field} type="hidden" name={field} value={values[field]} />
  ));
}

/** The colours of the figure, for all drawings of it inside. */
function toToneStyle(values: EditorValues, view: AvatarView): CSSProperties {
  const tones = Object.entries(toTones(toEditorLook(values, view.look)));
  return Object.fromEntries(tones.map(([name, hex]) => [`--f-${name}`, hex]));
}
