/** An avatar template for heads as operators see it. */
export type AdminTemplate = {
  id: string;
  name: string;
  style: string;
  position: number;
  isPremium: boolean;
  isListed: boolean;
  picture: string;
};
