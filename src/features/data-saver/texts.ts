/** All texts of data saver mode. */
export const texts = { label: 'Save data', on: 'on', off: 'off' } as const;
