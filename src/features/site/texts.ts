/** Every word of the frame around the pages, of the home page and of the pages that say that something is missing. */
export const texts = {
  name: 'Kiddo',
  skip: 'Skip to the page',
  going: { game: 'Loading game...', games: 'Loading games...', page: 'Loading...' },
  nav: { main: 'Main', phone: 'Places', menu: 'Menu', openSearch: 'Search games', theme: 'Light or dark' },
  links: {
    home: 'Home',
    games: 'Games',
    marketplace: 'Marketplace',
    market: 'Market',
    friends: 'Friends',
    premium: 'Premium',
    profile: 'Profile',
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
    /** The greeting of somebody who is signed in. */
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
      text: 'Creator Studio gives you the blocks, the sounds and the tools. You bring the idea.',
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
          ['/marketplace', 'Marketplace'],
          ['/subscription', 'Premium'],
        ],
      },
      {
        title: 'Kiddo',
        links: [
          ['/about', 'About'],
          ['/parents', 'Parents'],
          ['/contact', 'Contact'],
        ],
      },
      {
        title: 'Safe and fair',
        links: [
          ['/safety', 'Safety'],
          ['/privacy', 'Privacy'],
          ['/terms', 'Terms'],
          ['/cookies', 'Cookies'],
        ],
      },
    ],
    social: [
      { name: 'Facebook', to: 'https://www.facebook.com/' },
      { name: 'Instagram', to: 'https://www.instagram.com/' },
      { name: 'YouTube', to: 'https://www.youtube.com/' },
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

  coming: {
    is: 'is coming',
    logIn: 'Log In',
    signUp: 'Sign Up',
    lead: 'We are still building this page.',
    games: 'Play Games',
    home: 'Home',
    back: 'Back to the game',
  },
} as const;

/** What each page that is still being built will hold: its name, and one line. */
export const comingPages: Record<string, { name: string; holds: string }> = {
  subscription: { name: 'Premium', holds: 'Here a parent will be able to choose a plan that opens the premium games.' },
  profile: { name: 'Profile', holds: 'Your name, your avatar and your favourite games will live here.' },
  friends: { name: 'Friends', holds: 'Here you will find your friends and talk with them. Only friends can chat.' },
  marketplace: { name: 'Marketplace', holds: 'Clothes and more for your avatar will be on offer here.' },
  create: { name: 'Creator Studio', holds: 'Blocks, sounds and tools to make a game of your own.' },
  settings: { name: 'Settings', holds: 'Your account, your privacy and your password.' },
  robux: { name: 'Get Kiddokash', holds: 'Here a parent will be able to buy kiddocash for you.' },
  catalog: { name: 'Catalog', holds: 'Everything your avatar can wear.' },
  'avatar-customization': { name: 'Avatar Editor', holds: 'Here you will change how your avatar looks.' },
  about: { name: 'About', holds: 'Who we are, and why we make Kiddo in Nairobi.' },
  careers: { name: 'Careers', holds: 'Work with us.' },
  blog: { name: 'Blog', holds: 'News about the games and the people who make them.' },
  parents: { name: 'Parents', holds: 'What your child can do here, what you decide, and how we keep it safe.' },
  help: { name: 'Help', holds: 'Answers to the questions we are asked most.' },
  'help-center': { name: 'Help Center', holds: 'Answers to the questions we are asked most.' },
  contact: { name: 'Contact', holds: 'A way to write to our office in Nairobi, Monday to Friday, 9:00 to 18:00.' },
  safety: { name: 'Safety', holds: 'How to stay safe, and how to tell us when something is not okay.' },
  terms: { name: 'Terms', holds: 'The rules of Kiddo. Minimum age 13; under 18 a parent agrees first.' },
  privacy: { name: 'Privacy', holds: 'What we keep about you, why, and for how long.' },
  cookies: { name: 'Cookies', holds: 'Which cookies we use, and what for.' },
  'developer-hub': { name: 'Developer Hub', holds: 'How to bring a game of your own to Kiddo.' },
  education: { name: 'Education', holds: 'Games and ideas for the classroom.' },
  community: { name: 'Community', holds: 'What players make and share.' },
};
