import type { ContactField } from './schema.ts';

/** All texts of /contact. */
export const texts = {
  metaTitle: 'Contact | Kiddo',
  metaDescription:
    'Write to the Kiddo team in Nairobi. We answer Monday to Friday, 9:00 to 18:00. Safety reports get an answer within 24 hours.',
  title: 'Contact us',
  lead: 'A question, an idea, or something that is not okay? Write to us. A person reads every message.',
  form: 'Your message',
  fields: {
    name: 'Name',
    email: 'Email',
    subject: 'Subject',
    message: 'Message',
  } satisfies Record<ContactField, string>,
  emailHint: 'We send our answer there.',
  messageHint: 'Never write your password, your home address or your phone number.',
  trap: 'Leave this empty',
  send: 'Send',
  busy: 'Sending...',
  sent: {
    title: 'Thank you! We got your message.',
    text: 'A person reads it and answers by email. A short email tells you that it arrived (at most two a day).',
    again: 'Write another message',
  },
  fieldErrors: {
    name: { empty: 'Write your name.', long: 'This name is too long.', characters: 'Some of these characters cannot be used.' },
    email: { empty: 'Write your email address.', form: 'This does not look like an email address.' },
    subject: {
      empty: 'Write what it is about.',
      long: 'This subject is too long.',
      characters: 'Some of these characters cannot be used.',
    },
    message: { empty: 'Write your message.', long: 'This message is too long.', characters: 'Some of these characters cannot be used.' },
  } satisfies Record<ContactField, Record<string, string>>,
  /** For an author who asks for help in a message that was not sent. */
  help: {
    title: 'You are not alone',
    text: 'We read that you may need help. There are people who help you, now and for free.',
    notified: 'Our team was told what you wrote. There are people who help you, now and for free.',
    link: 'See who helps',
  },
  wrong: 'Something in this field is not right.',
  failedTitle: 'Your message was not sent',
  slow: 'Many messages came in a short time. Please try again later. What you wrote is still here.',
  failed: 'It is not your fault. What you wrote is still here. Please try again in a moment.',
  ways: {
    title: 'Other ways',
    email: 'Email',
    office: 'Office',
    place: 'Nairobi, Kenya',
    hours: 'Hours',
    open: 'Monday to Friday, 9:00 to 18:00 (Nairobi time)',
    safety: 'Safety reports',
    safetyText: 'We answer within 24 hours, every day.',
    report: 'To report a game or a player, use the Report button there. It is the fastest way.',
    help: 'Find answers in the Help Center',
    status: 'See if everything works now',
  },
} as const;

/** The emails. The confirmation goes to an unverified mailbox, so it contains nothing that was typed into the form. */
export const emailTemplates = {
  arrived: (to: string, contact: string) => ({
    to,
    subject: 'We got your message',
    heading: 'We got your message',
    paragraphs: [
      'Somebody wrote to Kiddo with this email address. If it was you: thank you! A person reads it and answers by email.',
      'Our office in Nairobi is open Monday to Friday, 9:00 to 18:00. Safety reports get an answer within 24 hours.',
    ],
    notes: [`If it was not you, you need not do anything. Nobody got into an account. You can tell us here: ${contact}`],
  }),
  toSupport: (to: string, message: { name: string; email: string; subject: string; body: string }, url: string) => ({
    to,
    subject: `Contact: ${message.subject}`,
    heading: message.subject,
    paragraphs: [`From ${message.name} (${message.email})`, ...message.body.split(/\n{2,}/)],
    button: { label: 'Answer', url },
    notes: ['Answer on that page: then the others see that it is done, and the answer is kept.'],
  }),
  answer: (to: string, subject: string, body: string, contact: string) => ({
    to,
    subject: `Re: ${subject}`,
    heading: 'Our answer to your message',
    paragraphs: body.split(/\n{2,}/),
    notes: [`You wrote to Kiddo. To write to us again: ${contact}`],
  }),
};
