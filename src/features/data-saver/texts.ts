/** Bytes times thousandths of a shilling per megabyte, in a hundredth of a shilling: a million bytes, ten thousandths. */
const PER_CENT = 1e7;

/** All texts of data saver mode, and about what data costs. */
export const texts = {
  label: 'Save data',
  cost: 'Show data cost',
  on: 'on',
  off: 'off',
  /**
   * What a download costs on a phone, rounded up to cents, as the size is rounded up.
   * @param price of a megabyte, in thousandths of a shilling
   */
  about: (bytes: number, price: number) => `about KSh ${(Math.ceil((bytes * price) / PER_CENT) / 100).toFixed(2)}`,
} as const;
