/** A template that ships with the site. */
export type SeedTemplate = {
  id: string;
  name: string;
  style: string;
  isPremium: boolean;
  /** Its position in the editor. */
  position: number;
};
