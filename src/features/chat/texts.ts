import type { ModerationCategory } from '../safety/filter/schema.ts';
import type { ReportReason } from './schema.ts';

/** All texts of the chat (spec 2, sections 2, 8). */
export const texts = {
  label: (name: string) => `Messages with ${name}`,
  safety: 'Never share your phone number, school or address.',
  getHelp: 'Do you need help?',
  empty: 'No messages yet. Start the conversation!',
  /** Where nobody can start it. */
  emptyClosed: 'No messages yet.',
  today: 'Today',
  yesterday: 'Yesterday',
  you: 'You:',
  says: (name: string) => `${name}:`,
  read: 'Read',
  sending: 'Sending...',
  notSent: 'Not sent',
  again: 'Try again',
  typing: (name: string) => `${name} is typing...`,
  newMessages: 'New messages',
  earlier: 'Earlier messages',
  loadingEarlier: 'Loading earlier messages...',
  earlierFailed: 'Earlier messages could not be loaded. Please try again.',
  earlierOffline: 'You are offline. Earlier messages come when the network is back.',
  inputLabel: (name: string) => `Message ${name}`,
  send: 'Send',
  phrasesLabel: 'Ready phrases',
  count: (count: number, most: number) => `${count}/${most}`,
  mute: {
    until: (until: string) => `You cannot write until ${until}`,
    forGood: 'You cannot write messages',
    why: 'Why',
    still: 'You can',
    stillText: 'Read, and play every game.',
    draft: 'What you were writing is kept.',
    rules: 'What is okay here',
    disagree: 'I see it differently',
    getHelp: 'I need help',
  },
  off: {
    title: 'Chat is taking a break',
    text: 'Nobody can write messages at the moment. Your friends and your messages are safe.',
  },
  /** In place of the composer. Neutral: it tells neither the question nor what an answer means. */
  ageUnknown: {
    title: 'You two cannot write to each other right now',
    text: (name: string) => `${name} has to answer one question on Kiddo first. Nobody did anything wrong, and your messages are kept.`,
  },
  /** What two friends can write to each other, where it is not everything. The same for both: it does not tell whose guardian chose what. */
  level: {
    off: 'You two cannot write to each other here yet.',
    phrases: 'You two can send ready phrases.',
    /** Opens what the viewer can do about their own part of it. */
    how: 'How to write your own words',
    // A yes for the viewer alone may not be enough.
    bothNeeded: 'For your own words, both of you need a yes.',
    byCode: 'Until then you can send ready phrases to friends who used your friend code, or whose code you used.',
    toCodes: 'Open friend codes',
    draft: 'What you were writing is kept.',
  },
  failed: { title: 'Error', text: 'Failed to send message.' },
  refused: {
    slow: 'That was a lot of messages in one minute. Wait a little, then send it again.',
    long: 'This message is too long. Make it shorter, then send it again.',
    notFriends: 'You can only write to your friends. This player is not one of them now.',
    signIn: 'You are logged out. Log in again, then send it.',
    off: 'Chat is switched off at the moment. Your message was not sent.',
    together:
      'This message and your last ones together make something that cannot be sent, such as a phone number or a bad word. Write something else, then send it.',
    other: 'This message was not sent. Change it a little, then try again.',
  },
  report: {
    openMessage: (text: string) => `Report this message: ${text}`,
    messageTitle: 'Report this message',
    playerTitle: (name: string) => `Report ${name}`,
    lead: (name: string) => `You did the right thing by telling us. ${name} does not see who reported it.`,
    reason: 'What is wrong?',
    description: 'What happened? (optional)',
    promise: 'A person reads every report within 24 hours. If you feel unsafe, tell a grown-up you trust too.',
    cancel: 'Cancel',
    submit: 'Send report',
    busy: 'Sending...',
    failed: { title: 'Not sent', text: 'Your report was not sent. Check the connection, then try again.' },
    slow: { title: 'Not sent', text: 'You sent many reports today. Please tell a grown-up you trust.' },
    sentTitle: 'Thank you!',
    sent: 'We got your report and will tell you when we looked at it.',
    blockOffer: (name: string) => `Block ${name}? Then you two cannot write to each other or find each other. ${name} is not told.`,
    block: (name: string) => `Block ${name}`,
    blocking: 'Blocking...',
    noBlock: 'No, thanks',
    done: 'Done',
  },
} as const;

/** Why a message was rejected: what happened and what to do, without blame. */
export const rejectionTexts: Record<ModerationCategory, string> = {
  profanity: 'There is a bad word in this message. Say it in another way, then send it.',
  sexual: 'This message has words that are not for Kiddo. Say it in another way.',
  bullying: 'This message could hurt somebody. Can you say it in a kinder way?',
  threat: 'This message sounds like a threat, so it was not sent. If you are angry, take a short break first.',
  phone: 'There is a phone number in this message. Keep your number to yourself: not everybody is who they say.',
  email: 'There is an e-mail address in this message. Keep it to yourself and chat here.',
  link: 'There is a link in this message. Links cannot be sent on Kiddo.',
  handle: 'There is a name from another app in this message. Stay safe and chat here.',
  'meet-elsewhere': 'This message asks to meet or chat somewhere else. Stay here, where we can help you.',
  address: 'There is an address or a place where you can be found in this message. Keep that to yourself.',
  payment: 'There is a till, paybill or M-Pesa number in this message. Never send or ask for money here.',
  grooming:
    'This message is not right between players on Kiddo, so it was not sent. If somebody writes such things to you, tell a grown-up you trust.',
  pictures: 'Photos, cameras and calls are not for Kiddo. Keep pictures of yourself to yourself, and do not ask others for theirs.',
  secrecy: 'This message asks to keep a secret or to hide the chat. You may always tell a grown-up you trust what is said here.',
  blackmail:
    'This message threatens to show or tell something, so it was not sent. If somebody does that to you, it is not your fault: tell a grown-up, and report it.',
  credentials: 'Passwords, PINs, codes and accounts are yours alone. Do not give them away, and do not ask for them.',
  'private-place': 'This message asks to talk where nobody sees. Stay here, where we can help you.',
  unreadable: 'This message is hard to read. Write it in plain words, then send it.',
  whereabouts: 'This message is about where somebody lives or learns, or when they are alone. Keep that to yourself.',
};

/** Report reasons, in words that a child understands. */
export const reasonLabels: Record<ReportReason, string> = {
  bullying: 'Being mean or bullying',
  'bad-words': 'Bad or rude words',
  scary: 'It scares me or feels wrong',
  'personal-details': 'Asks for my number, school, address or photo',
  pretends: 'Pretends to be somebody else',
  other: 'Something else',
};

/** The notification of a new message. @param text its first 50 characters */
export function formatMessageNotification(name: string, text: string): { title: string; message: string } {
  return { title: 'New message', message: `${name}: ${text}` };
}

/** What a browser says of a message. Others may see the screen: no names, and nothing of what was written. */
export const MESSAGE_PUSH = { title: 'Kiddo', text: 'You have a new message.', url: '/friends', tag: 'message' } as const;
