/** Nothing costs less than a hundredth of a shilling: the cost is rounded up, as the size is. */
const CENTS = 100;
const BYTES_PER_MB = 1e6;
const THOUSANDTHS = 1000;

/** Texts about what data costs. */
export const texts = {
  /**
   * What a download costs on a phone, rounded up to cents.
   * @param price of a megabyte, in thousandths of a shilling
   */
  about: (bytes: number, price: number) =>
    `about KSh ${(Math.ceil((bytes * price * CENTS) / BYTES_PER_MB / THOUSANDTHS) / CENTS).toFixed(2)}`,
} as const;
