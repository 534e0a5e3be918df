const NOON = 12;

/** An hour of the day as '8 PM'. */
function formatHour(hour: number): string {
  if (hour === 0) return '12 AM (midnight)';
  if (hour === NOON) return '12 PM (noon)';
  return hour < NOON ? `${hour} AM` : `${hour - NOON} PM`;
}

/** All texts about telling browsers, on the Notifications tab. */
export const texts = {
  device: {
    title: 'On this device',
    lead: 'Your browser can tell you when the bell has something new, also while Kiddo is closed. It never says who wrote, or what: others may see your screen.',
    /** What the browser can do here, and what helps where it cannot. */
    states: {
      checking: 'Looking at what your browser can do...',
      off: 'This browser does not tell you.',
      on: 'This browser tells you. That ends when you sign out.',
      blocked:
        'This browser does not let Kiddo tell you. To change that, press the sign beside the address of this page, allow notifications, and load the page again.',
      'iphone-browser':
        'On an iPhone or iPad this works from the home screen only. Press Share, then Add to Home Screen. Open Kiddo from there, and come back to this page.',
      unsupported: 'This browser cannot do it. The bell on Kiddo still tells you.',
    },
    noScript: 'To turn this on, your browser needs JavaScript. You can turn devices off without it.',
    turnOn: 'Turn on here',
    turningOn: 'Turning on...',
    test: 'Send a test',
    testing: 'Sending...',
    list: 'Where it is on',
    here: 'This one',
    unknown: 'Unknown device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    since: 'Turned on',
    until: 'Ends at the latest',
    turnOff: 'Turn off',
    turnOffOf: (device: string) => `Turn off ${device}`,
    turningOff: 'Turning off...',
    carriers:
      'The messages come through the maker of your browser (Google, Mozilla, Apple or Microsoft). They see that one came, not what it says.',
  },
  quiet: {
    title: 'Quiet hours',
    lead: 'In these hours your devices stay quiet. The bell keeps what came. The times are those of Nairobi.',
    least: (from: number, until: number) =>
      `Until you are 18, it is quiet from ${formatHour(from)} to ${formatHour(until)} at least. You can make it longer.`,
    from: 'Quiet from',
    until: 'Until',
    off: 'No quiet hours: tell me at any time',
    hour: formatHour,
    save: 'Save quiet hours',
    saving: 'Saving...',
  },
  toasts: {
    on: { title: 'Turned on', text: 'This browser tells you when there is something new.' },
    off: { title: 'Turned off', text: 'That device stays quiet now.' },
    quiet: { title: 'Quiet hours saved', text: 'They count from now on.' },
    sameHours: { title: 'Not saved', text: 'Choose two different hours.' },
    tooShort: { title: 'Not saved', text: 'Until you are 18, quiet hours can be longer, but not shorter.' },
    test: { title: 'Sent', text: 'It comes in a moment. Nothing there? Look at the notification settings of your device.' },
    notOn: { title: 'Not sent', text: 'Turn it on here first.' },
    refused: { title: 'Not turned on', text: 'Your browser asked, and you did not allow it. You can press again.' },
    failed: { title: 'Not turned on', text: 'Your browser could not do it now. Please try again later.' },
  },
} as const;
