/** A look that a player can go back to. */
export type FormerLook = {
  /** What the form sends: an id of the history, GENERATED_HEAD or UPLOADED_HEAD. */
  look: string;
  /** The template's name; null for the generated and the uploaded picture. */
  name: string | null;
  /** URL, for its owner. */
  picture: string;
  /** It needs premium, which the player does not have now. It stays theirs for later. */
  isLocked: boolean;
};
