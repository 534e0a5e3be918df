/** What stands in a message that a player asked for, to try it out. */
export const texts = {
  test: { title: 'Kiddo', text: 'It works: this is how we tell you.' },
} as const;
