/** The canvas of a figure. Every part is drawn on all of it, so that parts are stacked and never moved. */
export const CANVAS = { width: 240, height: 360 } as const;

/** The layers of a figure, from back to front. */
export const LAYERS = [
  'ground',
  'gear-back',
  'back',
  'body',
  'shoes',
  'bottom',
  'top',
  'held',
  'arms',
  'sleeves',
  'straps',
  'head',
  'face',
  'glasses',
  'front',
  'hat',
  'gear-front',
] as const;
export type Layer = (typeof LAYERS)[number];

/** Hair may bring its own layers for under hats; they replace the layer in their name. */
export const UNDER_HAT_LAYERS = ['hat-back', 'hat-front'] as const;
export type PieceLayer = Layer | (typeof UNDER_HAT_LAYERS)[number];

/** One piece of a part: all that it draws in one layer, of one arm if it follows the arms. */
export type Piece = { id: string; layer: PieceLayer; side: 'left' | 'right' | null };

/** What there is to know about a part without its drawing. */
export type Part = {
  /** Kind and name, such as 'hair/bob'; an item's kind is its category. */
  name: string;
  kind: string;
  /** Where the pieces are drawn: the URL of an SVG file with a symbol for each, or of a picture of the whole canvas. */
  url: string;
  /** How a picture lies on the canvas; null for symbols. */
  picture: { x: number; y: number; width: number; height: number } | null;
  /** y of the top of hair or hat in the middle, and the highest point anywhere. */
  top: number;
  reach: number;
  /** y at which a hat without a clip sits on a bald head: it moves up with the hair. */
  seat: number | null;
  /** A layer that this part covers. */
  hides: string | null;
  /** The path to which a hat clips the hair; null if it lies over any hair. */
  clip: string | null;
  pieces: Piece[];
};

/** What a player has in their hands follows the arms, and so do sleeves. */
export const POSES = ['wave', 'relaxed', 'welcome'] as const;
export type Pose = (typeof POSES)[number];
