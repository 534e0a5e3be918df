/** All texts of subscribing and unsubscribing. */
export const texts = {
  box: {
    title: 'New posts by email',
    lead: 'A short email when there is a new post. You can stop with one press.',
    email: 'Email',
    trap: 'Leave this empty',
    submit: 'Subscribe',
    busy: 'Sending...',
    done: {
      title: 'Look into your mailbox',
      text: 'If this address does not read along yet, we sent it a link. Press it within 48 hours, and you are in.',
    },
    fieldErrors: { empty: 'Write your email address.', form: 'This does not look like an email address.' },
    slow: 'Too many tries in a short time. Please try again later.',
    switchedOff: 'The newsletter is taking a break, so you cannot subscribe right now. Please try again later.',
    failed: 'That did not work, and it is not your fault. Please try again in a moment.',
  },
  confirm: {
    metaTitle: 'New posts by email | Kiddo',
    title: 'New posts by email',
    text: 'One press, and we tell you by email when there is a new post.',
    submit: 'Yes, email me',
    done: 'You read along now',
    doneText: 'We write when there is a new post. Each email has a link to stop.',
    wrong: 'This link does not work any more',
    wrongText: 'It works once, for 48 hours. You can ask for a new one on the blog.',
    blog: 'To the blog',
  },
  leave: {
    metaTitle: 'Stop the emails | Kiddo',
    title: 'Stop the emails?',
    text: 'One press, and we do not email you about new posts any more. We then delete your address.',
    submit: 'Stop the emails',
    busy: 'Working...',
    done: 'Done: no more emails',
    doneText: 'We deleted your address. You can subscribe again on the blog whenever you like.',
    wrong: 'This link is not one of ours',
    wrongText: 'Copy the whole link from our email, or write to us.',
    blog: 'To the blog',
    contact: 'Write to us',
  },
} as const;

/** The emails. */
export const emailTemplates = {
  confirm: (to: string, url: string) => ({
    to,
    subject: 'Do you want our new posts by email?',
    heading: 'One press is missing',
    paragraphs: ['Somebody asked us to email this address when there is a new post on the Kiddo blog. If it was you, press the button.'],
    button: { label: 'Yes, email me', url },
    notes: [
      'The link works once, for 48 hours.',
      'If it was not you, do nothing: then you hear no more of this, and we delete your address.',
    ],
  }),
  known: (to: string, leaveUrl: string) => ({
    to,
    subject: 'You already get our new posts',
    heading: 'You already get our new posts',
    paragraphs: ['Somebody asked us to email this address when there is a new post on the Kiddo blog. We do so already.'],
    notes: [],
    stop: leaveUrl,
  }),
  post: (to: string, post: { title: string; description: string; url: string }, leaveUrl: string) => ({
    to,
    subject: post.title,
    heading: post.title,
    paragraphs: [post.description],
    button: { label: 'Read the post', url: post.url },
    notes: ['You asked for our new posts by email.'],
    stop: leaveUrl,
  }),
};
