/** All texts of data saver mode. */
export const texts = { label: 'Save data', cost: 'Show data cost', on: 'on', off: 'off' } as const;
