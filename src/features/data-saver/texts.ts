/** Every word about saving data. */
export const texts = { label: 'Save data', on: 'on', off: 'off' } as const;
