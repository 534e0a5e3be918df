import type { ColourSlot } from './look/schema.ts';
import { READ_ONLY_TEXT } from '../../shared/read-only.ts';
import type { AvatarAction, AvatarErrorCode, AvatarResult, UploadedPicture } from './schema.ts';

/** All texts of the avatar page (spec 2, sections 2, 5 and 8). */
export const texts = {
  metaTitle: 'Avatar | Kiddo',
  title: 'Your avatar',
  pleaseLogIn: 'Please Log In',
  pleaseLogInText: 'Then you can change how you look.',
  logIn: 'Log In',
  premiumFeature: 'Premium Feature',
  premiumFeatureText: 'Changing your avatar is part of premium. The one that you have now stays yours.',
  former: {
    title: 'Go back to a look you had',
    text: 'This needs no premium. What you wear now stays yours for later.',
    choose: 'Wear it again',
    chooseNamed: (name: string) => `Wear it again: ${name}`,
    locked: 'Needs Premium',
  },
  upgrade: 'Upgrade to Premium',
  back: 'Back to Profile',
  now: 'You now',
  roundPicture: 'Your picture in chat and lists',
  choosePicture: 'Choose',
  mix: 'Mix',
  mixed: 'You have a new look. Save keeps it. Mix number',
  unsaved: 'You have not saved this look yet.',
  undo: 'Undo',
  more: 'More to wear in the catalog',
  backShort: 'Back',
  tabs: { face: 'Face', hair: 'Hair', clothes: 'Clothes', hats: 'Hats', gear: 'Gear' },
  fields: {
    eyes: 'Eyes',
    brows: 'Brows',
    nose: 'Nose',
    mouth: 'Mouth',
    extras: 'Extras',
    glasses: 'Glasses',
    faces: 'Bought for your face',
    hair: 'Style',
    tops: 'Tops',
    bottoms: 'Bottoms',
    shoes: 'Shoes',
    hats: 'Hats',
    gear: 'Gear',
    accessories: 'Accessories',
    pose: 'How you stand',
    ground: 'Cloth behind your picture',
  },
  colours: {
    skin: 'Skin',
    hairColour: 'Hair colour',
    wrapColour: 'Colour of scarf and beads',
    topColour: 'Top colour',
    bottomColour: 'Bottom colour',
    shoeColour: 'Shoe colour',
    hatColour: 'Hat colour',
    gearColour: 'Gear colour',
    groundColour: 'Cloth colour',
  } satisfies Record<ColourSlot, string>,
  heads: 'Choose a picture',
  headsText: 'It is shown in chat and lists. Your profile still shows your whole figure.',
  mine: 'Yours',
  drawn: 'My figure',
  own: 'My own picture',
  premium: 'Premium',
  save: 'Save',
  saving: 'Saving...',
  styleName: (style: string) => `${style.charAt(0).toUpperCase()}${style.slice(1).replaceAll('-', ' ')}`,
  upload: {
    title: 'Bring your own picture',
    hint: 'JPG, PNG and GIF are supported, up to 2 MB. Of a moving GIF we take the first picture.',
    safety: 'Choose a drawing, an animal, something you like. No photos of yourself or others, no names, no numbers.',
    file: 'Picture',
    preview: 'Your picture as a circle',
    send: 'Upload',
    sending: 'Uploading...',
  },
  picture: {
    title: 'Your picture',
    ready: 'We looked at it and it is great. You wear something else at the moment.',
    choose: 'Choose it now',
    remove: 'Delete my picture',
    removing: 'Deleting...',
    states: {
      waiting: 'Somebody from our team looks at it first. Only you can see it until then.',
      approved: 'Everybody can see it.',
      refused: 'We could not show this one: it did not fit our rules for pictures. Please bring another one.',
    } satisfies Record<UploadedPicture['state'], string>,
    pills: { waiting: 'Waiting', approved: 'Approved', refused: 'Not shown' } satisfies Record<UploadedPicture['state'], string>,
  },
} as const;

const OPTION_NAMES: Record<string, string> = {
  none: 'None',
  'hair/afro-short': 'Short afro',
  'hair/afro-big': 'Big afro',
  'hair/long-wavy': 'Long waves',
  'hair/high-top': 'High-top',
  'mouth/gap': 'Gap smile',
  'tops/kitenge': 'Kitenge top',
  'tops/hoodie': 'Plain hoodie',
  'hats/headphones': 'Plain headphones',
  'bottoms/kitenge': 'Kitenge trousers',
  'pose/relaxed': 'At ease',
  'ground/macho': 'Eyes',
  'ground/nyoka': 'Zigzag',
  'ground/pembe': 'Triangles',
};

/** The name of a part, for all who see it and all who hear it. */
export function getOptionName(field: string, value: string): string {
  const plain = value.replaceAll('-', ' ');
  return OPTION_NAMES[`${field}/${value}`] ?? OPTION_NAMES[value] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
}

type ToastTexts = { title: string; text: string; kind?: 'bad' };

const SUCCESS_TOASTS: Record<AvatarAction, ToastTexts> = {
  choose: { title: 'Avatar Updated', text: 'This is how everybody sees you now.' },
  restore: { title: 'Avatar Updated', text: 'This is how everybody sees you now.' },
  upload: { title: 'Avatar uploaded', text: texts.picture.states.waiting },
  delete: { title: 'Avatar deleted', text: 'Your picture is gone.' },
};
const ERROR_TITLES: Record<AvatarAction, string> = {
  choose: 'Update failed',
  restore: 'Update failed',
  upload: 'Upload failed',
  delete: 'Delete failed',
};
const ERROR_TEXTS: Record<AvatarErrorCode, { title?: string; text: string }> = {
  'not-a-picture': { title: 'Invalid file type', text: 'Please select an image file.' },
  'not-this-kind': {
    title: 'Invalid file type',
    text: 'Please choose a JPG, PNG or GIF. This file is something else, or has the wrong ending.',
  },
  broken: { text: 'We could not read this picture, it may be damaged. Please try another one.' },
  'too-large': { title: 'File too large', text: 'Please select an image smaller than 2MB.' },
  'too-many-pixels': { text: 'This picture is too wide or too high for us. Please choose a smaller one.' },
  'signed-out': { title: 'Authentication required', text: 'Please log in to upload an avatar.' },
  premium: {
    title: 'Premium Required',
    text: 'This avatar is only available for premium users. Upgrade your account to access premium avatars.',
  },
  'switched-off': { text: 'Uploading pictures is closed for the moment. Your picture stays as it is. Please try again later.' },
  'read-only': { text: READ_ONLY_TEXT },
  guardian: { text: 'Your own pictures open when a parent or guardian says yes.' },
  'too-many': { text: 'That was a lot for one day. Please come back tomorrow.' },
  gone: { text: 'It is not there any more. Load the page again.' },
  failed: { text: 'That did not work. Please try again in a moment.' },
};

/** The toast after an action; null before there was one. */
export function getResultToast(result: AvatarResult | undefined): ToastTexts | null {
  if (!result) return null;
  return result.ok ? SUCCESS_TOASTS[result.action] : getErrorToast(result.action, result.code);
}

/** The toast after a failed action. */
export function getErrorToast(action: AvatarAction, errorCode: AvatarErrorCode): ToastTexts {
  const { title = ERROR_TITLES[action], text } = ERROR_TEXTS[errorCode];
  return { title, text, kind: 'bad' };
}
