import { Tabs } from '../../../web/kit/tabs.tsx';
import { EDITOR_GROUPS, type EditorTab, type PartField } from '../editor.rules.ts';
import { AVATAR_PATH } from '../schema.ts';
import { texts } from '../texts.ts';
import './editor.css';

const ICONS = { face: 'face-slightly-smiling', hair: 'scissors', clothes: 'shirt', hats: 'crown', gear: 'backpack' } as const;

/** Face, hair, clothes, hats and gear. Each has its own URL, so that a reload keeps the place. */
export function EditorTabs({ tab }: { tab: EditorTab }) {
  const tabs = (Object.keys(ICONS) as (keyof typeof ICONS)[]).map((each) => ({
    to: `${AVATAR_PATH}?tab=${each}`,
    label: texts.tabs[each],
    icon: ICONS[each],
    isSelected: each === tab,
  }));
  return <Tabs label={texts.title} tabs={tabs} />;
}

/**
 * On a phone the face has a button for each of its parts, because they are too many to scroll through. Wider pages show all at once. As in an
 * accordion of which one panel is always open, the button of the open one cannot close it.
 */
export function FaceTabs({ fields, open, onOpen }: { fields: PartField[]; open: PartField; onOpen: (field: PartField) => void }) {
  return (
    <div className="face-tabs" role="group" aria-label={texts.tabs.face}>
      {fields.map((field) => (
        <button
          key={field}
          type="button"
          className="face-tab"
          aria-expanded={field === open}
          aria-disabled={field === open}
          onClick={() => onOpen(field)}
        >
          {texts.fields[field]}
        </button>
      ))}
    </div>
  );
}

/** The parts of the face, without what a player cannot choose from. */
export function listFaceFields(hasFaceItems: boolean): PartField[] {
  return EDITOR_GROUPS.face.flatMap(({ field }) => (field === null || (field === 'faces' && !hasFaceItems) ? [] : [field]));
}
