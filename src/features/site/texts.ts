/** Texts of the page frame, the home page and the error pages. */
export const texts = {
  name: 'Kiddo',
  signOut: { label: 'Sign Out', busy: 'Signing out...' },
  /** `button` follows the visible words of the button, for screen readers. */
  account: { label: 'Your account', button: ', your account' },
  skip: 'Skip to the page',
  going: { game: 'Loading game...', games: 'Loading games...', page: 'Loading...' },
  nav: { main: 'Main', phone: 'Places', menu: 'Menu', openSearch: 'Search games', theme: 'Light or dark' },
  links: {
    home: 'Home',
    games: 'Games',
    marketplace: 'Marketplace',
    market: 'Market',
    friends: 'Friends',
    groups: 'Groups',
    premium: 'Premium',
    profile: 'Profile',
    settings: 'Settings',
    moderation: 'Moderation',
    operator: 'Operator',
    logIn: 'Log In',
    signUp: 'Sign Up',
    homeOfKiddo: 'Kiddo, home',
  },

  home: {
    metaTitle: 'Kiddo: free games to play with friends',
    metaDescription:
      'Games for every kind of player, made in East Africa. Nothing to install: find a game and play it, on a phone or a computer.',
    greeting: 'Tucheze!',
    meaning: 'That’s Swahili for “let’s play”',
    lead: 'Games for every kind of player. Find a favourite, call your friends, and go.',
    /** The greeting of a signed-in player. */
    again: {
      greeting: 'Karibu tena',
      meaning: 'Pick up where you left off',
      lead: 'Your games, your friends and something new, all in one place.',
    },
    discover: 'Discover Games',
    parents: 'For parents',
    trust: ['Only friends can chat', 'Report button on every game'],
    join: {
      title: 'Join the Adventure!',
      lead: 'Free to join. All you need is a username and an email.',
      perks: ['Track recently played games', 'Save your favourite games', 'Connect with friends'],
      signUp: 'Sign Up Free',
      logIn: 'Already have an account? Log In',
      welcome: 'Karibu!',
    },
    recent: {
      title: 'Recently Played',
      error: 'Unable to load recent games',
      errorText: 'Please try again later',
      empty: 'No games played yet',
      emptyText: 'Start playing games to see your recent activity here!',
      seeAll: 'See all games you played',
    },
    popular: 'Popular Games',
    trending: 'Trending Now',
    seeAll: 'See All',
    seeAllOf: (row: string) => `See all games: ${row}`,
    playNow: 'Play now',
    rowError: 'Unable to load games at this time.',
    rowEmpty: 'No games available to display.',
    categories: 'Featured Categories',
    pauseTurning: 'Pause',
    goTurning: 'Turn by itself',
    creator: {
      title: 'Make a game. Watch your friends play it.',
      text: 'Creator Studio is a small kit: a title screen, sounds, buttons for fingers and best scores. You bring the idea.',
      start: 'Start Creating',
    },
  },

  footer: {
    about: 'A global platform that brings people together through play.',
    columns: [
      {
        title: 'Play',
        links: [
          ['/games', 'Games'],
          ['/offline', 'Offline games'],
          ['/marketplace', 'Marketplace'],
          ['/subscription', 'Premium'],
          ['/create', 'Create'],
          ['/developer-hub', 'Developer Hub'],
        ],
      },
      {
        title: 'Kiddo',
        links: [
          ['/about', 'About'],
          ['/blog', 'Blog'],
          ['/community', 'Community'],
          ['/careers', 'Careers'],
          ['/contact', 'Contact'],
        ],
      },
      {
        title: 'Help',
        links: [
          ['/help', 'Help'],
          ['/help-center', 'Help Center'],
          ['/status', 'Status'],
          ['/parents', 'Parents'],
          ['/education', 'Education'],
        ],
      },
      {
        title: 'Safe and fair',
        links: [
          ['/safety', 'Safety'],
          ['/privacy', 'Privacy'],
          ['/terms', 'Terms'],
          ['/cookies', 'Cookies'],
          ['/cookies#consent-choice', 'Cookie settings'],
        ],
      },
    ],
    proverb: 'Mchezo mzuri ni wa pamoja',
    proverbMeaning: 'A good game is a shared game.',
  },

  notFound: {
    title: 'Oops! Page not found',
    text: 'Kombi looked everywhere. Check the address, or start again from home.',
    home: 'Return to Home',
  },
  wrong: {
    title: 'Something went wrong',
    text: 'It is not your fault. Wait a moment, then try again.',
    busy: 'Too many people are here at once, or we are fixing something. Wait a moment, then try again.',
    slow: 'You did that very often in a short time. Wait a minute, then try again.',
    again: 'Try Again',
    home: 'Home',
    request: (id: string) => `If you tell us about it, give us this number: ${id}`,
  },
} as const;
