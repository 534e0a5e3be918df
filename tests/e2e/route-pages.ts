// The URLs and roles for examining each route: a new route must be added here.

/** The viewer of a page. */
export type Role = 'visitor' | 'player' | 'newcomer' | 'teen' | 'unasked' | 'leaver' | 'moderator' | 'operator';

/**
 * URLs with the same layout, by role: the first URL is examined at both widths and in both themes, each other one in one of the four
 * combinations. `{friend}` and similar stand for ids from the database. `alike` URLs look the same to visitors and players: they are
 * examined as a visitor, and for a player only their frame.
 */
type PageLayout = { layout: string; alike?: string[] } & Partial<Record<Role, string[]>>;

const layout = (name: string, addresses: Omit<PageLayout, 'layout'>): PageLayout => ({ layout: name, ...addresses });

const TEXT_PAGES = ['about', 'careers', 'community', 'create', 'developer-hub', 'education', 'parents', 'privacy', 'safety', 'terms'];

/** The layouts by route, or that the route is not a page. */
export const ROUTE_PAGES: Record<string, PageLayout[] | 'no page'> = {
  '': [layout('home', { visitor: ['/'], player: ['/'] })],
  games: [
    layout('list of games', { visitor: ['/games'], player: ['/games?tab=recommended', '/games?genre=Racing&tab=featured'] }),
    layout('found games', { visitor: ['/games?q=ma', '/games?q=zzqqzz'] }),
  ],
  'games/:id': [
    layout('game', { visitor: ['/games/matatu-rush', '/games/coral-divers'], player: ['/games/matatu-rush'] }),
    layout('not found', { visitor: ['/games/nope'] }),
  ],
  search: 'no page',
  'games/:id/kept': 'no page',
  'games/:id/save': 'no page',
  'games/:id/plays': 'no page',
  'games/:id/favorite': 'no page',
  'games/:id/rating': 'no page',
  'games/:id/reports': 'no page',
  'groups/:id/reports': 'no page',
  'plays/:playId': 'no page',
  profile: [
    layout('own profile', { player: ['/profile'], newcomer: ['/profile'], moderator: ['/profile'] }),
    layout('own profile, lists', { player: ['/profile?tab=history', '/profile?tab=friends'] }),
    layout('own items', { player: ['/profile?tab=items'] }),
  ],
  'profile/history': 'no page',
  'profile/:id': [
    layout('sign in to see players', { visitor: ['/profile/{friend}'] }),
    layout('profile', { player: ['/profile/{friend}'] }),
    layout('not found', { player: ['/profile/nope'] }),
  ],
  friends: [
    layout('please log in', { visitor: ['/friends'] }),
    layout('friends', { player: ['/friends'], newcomer: ['/friends'] }),
    layout('requests', { player: ['/friends?tab=requests'], newcomer: ['/friends?tab=requests'] }),
    layout('found people', { player: ['/friends?tab=search&q=known_', '/friends?tab=search&q=zzqqzz'] }),
    layout('chat', { player: ['/friends?chat={friend}'] }),
  ],
  'friends/deeds': 'no page',
  'friends/:id': [
    layout('profile', { player: ['/friends/{friend}'] }),
    layout('profile of a stranger', { player: ['/friends/{stranger}'] }),
  ],
  groups: [layout('please log in', { visitor: ['/groups'] }), layout('groups', { player: ['/groups'], newcomer: ['/groups'] })],
  'groups/new': [layout('new group', { player: ['/groups/new'], teen: ['/groups/new'] })],
  'groups/actions': 'no page',
  'groups/:id': [
    layout('please log in', { visitor: ['/groups/nope'] }),
    layout('group', { player: ['/groups/{group}'] }),
    layout('not found', { player: ['/groups/nope'] }),
  ],
  'groups/:id/edit': [layout('edit group', { player: ['/groups/{group}/edit'] })],
  'groups/:id/invite': [layout('invite to a group', { player: ['/groups/{group}/invite'] })],
  'chat/reports': 'no page',
  'chat/:friendId': 'no page',
  'chat/:friendId/read': 'no page',
  'chat/:friendId/typing': 'no page',
  notifications: 'no page',
  'notifications/list': [layout('notifications', { player: ['/notifications/list'], newcomer: ['/notifications/list'] })],
  moderation: [layout('what waits', { moderator: ['/moderation'], operator: ['/moderation'] })],
  'moderation/assignment': 'no page',
  'moderation/games': [layout('reports', { moderator: ['/moderation/games', '/moderation/games?state=resolved&reason=other'] })],
  'moderation/games/:id': [layout('case of a game', { moderator: ['/moderation/games/lamu-sails'] })],
  'moderation/groups': [layout('reports about groups', { moderator: ['/moderation/groups', '/moderation/groups?state=resolved'] })],
  'moderation/groups/:id': [layout('case of a group', { moderator: ['/moderation/groups/{group}', '/moderation/groups/{closedGroup}'] })],
  'moderation/help': [layout('children who ask for help', { moderator: ['/moderation/help', '/moderation/help?state=resolved'] })],
  'moderation/help/:id': [layout('a child who asks for help', { moderator: ['/moderation/help/{help}'] })],
  'moderation/alerts': [layout('how the team is called', { moderator: ['/moderation/alerts'], operator: ['/moderation/alerts'] })],
  'moderation/counts': 'no page',
  'moderation/words': [layout('words', { moderator: ['/moderation/words'] })],
  'moderation/players': [layout('reports about players', { moderator: ['/moderation/players', '/moderation/players?state=dismissed'] })],
  'moderation/players/:id': [
    layout('case of a player', { moderator: ['/moderation/players/{friend}'] }),
    layout('case of a player, for operators', { operator: ['/moderation/players/{friend}', '/moderation/players/{erased}'] }),
  ],
  'moderation/players/:id/age': [
    layout('age of a player', { moderator: ['/moderation/players/{friend}/age'], operator: ['/moderation/players/{friend}/age'] }),
  ],
  'moderation/players/:id/export': 'no page',
  'moderation/search': [
    layout('search for players', {
      moderator: ['/moderation/search', '/moderation/search?q=zzqqzz'],
      operator: ['/moderation/search?q=known'],
    }),
  ],
  'moderation/pictures': [layout('pictures', { moderator: ['/moderation/pictures', '/moderation/pictures?state=approved'] })],
  'moderation/pictures/:id': [layout('a picture', { moderator: ['/moderation/pictures/{picture}'] })],
  operator: [layout('overview', { operator: ['/operator', '/operator?days=1', '/operator?days=30'] })],
  'operator/figures.csv': 'no page',
  'operator/cases': [layout('cases of deleted accounts', { operator: ['/operator/cases', '/operator/cases?q=zzqqzz'] })],
  'operator/payments': [
    layout('payments', { operator: ['/operator/payments', '/operator/payments?state=needs-look', '/operator/payments?who=zzqqzz'] }),
  ],
  'operator/payments/:reference': [layout('one payment', { operator: ['/operator/payments/{paid}', '/operator/payments/{held}'] })],
  'operator/payments/disputes': [layout('disputes', { operator: ['/operator/payments/disputes'] })],
  'operator/payments/disputes/:id': [layout('dispute', { operator: ['/operator/payments/disputes/{dispute}'] })],
  'operator/payments/days': [layout('money by day', { operator: ['/operator/payments/days', '/operator/payments/days?month=2024-02'] })],
  'operator/payments/days.csv': 'no page',
  'operator/payments/days/:day': [layout('money of a day', { operator: ['/operator/payments/days/{day}'] })],
  'operator/players': [layout('payers', { operator: ['/operator/players', '/operator/players?q=nobody-has-this'] })],
  'operator/players/:id': [layout('money of a player', { operator: ['/operator/players/{friend}'] })],
  'operator/players/:id/account': [layout('account of a player', { operator: ['/operator/players/{friend}/account'] })],
  'operator/players/:id/export': 'no page',
  'operator/messages': [layout('messages', { operator: ['/operator/messages', '/operator/messages?state=closed'] })],
  'operator/messages/:id': [layout('message', { operator: ['/operator/messages/{message}'] })],
  'announcements/line': 'no page',
  'operator/announcements': [layout('announcements', { operator: ['/operator/announcements'] })],
  'operator/switches': [layout('switches', { operator: ['/operator/switches'] })],
  'operator/status': [layout('checks and incidents', { operator: ['/operator/status'] })],
  'operator/status/:id': [layout('incident', { operator: ['/operator/status/new'] })],
  'operator/newsletter': [layout('newsletter of operators', { operator: ['/operator/newsletter'] })],
  'operator/texts': [layout('texts of operators', { operator: ['/operator/texts', '/operator/texts?q=zzqqzz'] })],
  'operator/texts/:kind/:slug': [
    layout('editor of a text', {
      operator: ['/operator/texts/help/kiddocash', '/operator/texts/page/terms', '/operator/texts/blog/what-premium-costs'],
    }),
  ],
  'operator/texts/:kind/:slug/preview': 'no page',
  'operator/texts/:kind/:slug/versions': [
    layout('versions of a text', {
      operator: ['/operator/texts/help/kiddocash/versions', '/operator/texts/help/kiddocash/versions?version=0'],
    }),
  ],
  'operator/games': [
    layout('games of operators', {
      operator: ['/operator/games', '/operator/games?show=hidden', '/operator/games?show=hidden-by-check', '/operator/games?q=obby'],
    }),
  ],
  'operator/games/new': [layout('a new game', { operator: ['/operator/games/new'] })],
  'operator/games/picks': [layout('staff picks', { operator: ['/operator/games/picks', '/operator/games/picks?q=obby'] })],
  'operator/games/:id/edit': [layout('edit a game', { operator: ['/operator/games/lamu-sails/edit'] })],
  'operator/games/:id/check-picture': 'no page',
  'operator/games/:id/cover': 'no page',
  'operator/items': [
    layout('items', { operator: ['/operator/items'] }),
    layout('item', { operator: ['/operator/items?item=golden-crown', '/operator/items?item=new'] }),
  ],
  'operator/templates': [
    layout('templates', { operator: ['/operator/templates'] }),
    layout('template', { operator: ['/operator/templates?template=cartoon-01', '/operator/templates?template=new'] }),
  ],
  'operator/plans': [layout('plans', { operator: ['/operator/plans'] })],
  'avatar-customization': [
    layout('please log in', { visitor: ['/avatar-customization'] }),
    layout('avatar', { player: ['/avatar-customization'] }),
    layout('avatar clothes', { player: ['clothes', 'hair', 'hats', 'gear'].map((tab) => `/avatar-customization?tab=${tab}`) }),
    layout('avatar pictures', { player: ['/avatar-customization?tab=picture'] }),
    layout('avatar without premium', { newcomer: ['/avatar-customization'] }),
  ],
  'avatars/pictures/:id': 'no page',
  'avatars/try-on/:item': 'no page',
  marketplace: [layout('marketplace', { visitor: ['/marketplace'], player: ['/marketplace'], newcomer: ['/marketplace'] })],
  catalog: [
    layout('catalog', {
      visitor: ['/catalog', '/catalog?q=zzqqzz', '/catalog?limited=yes&sort=dear'],
      player: ['/catalog?category=hats', '/catalog?owned=yes'],
    }),
  ],
  inventory: [layout('own items', { player: ['/inventory'], newcomer: ['/inventory'] })],
  subscription: [
    layout('subscription', { visitor: ['/subscription'], newcomer: ['/subscription'] }),
    layout('subscription of a member', { player: ['/subscription'] }),
  ],
  'subscription/receipts/:reference': [layout('receipt', { player: ['/subscription/receipts/{paid}', '/subscription/receipts/{open}'] })],
  'ask-at-home': [
    layout('asking at home', {
      teen: ['/ask-at-home?plan=premium', '/ask-at-home?pack=pack-400', '/ask-at-home?plan=nope', '/ask-at-home'],
    }),
    layout('asking at home, of age', { player: ['/ask-at-home?plan=premium'] }),
  ],
  robux: [layout('packs', { visitor: ['/robux'], player: ['/robux'], newcomer: ['/robux'] })],
  'robux/statement': [layout('statement', { player: ['/robux/statement'], newcomer: ['/robux/statement'] })],
  settings: [
    layout('please log in', { visitor: ['/settings'] }),
    layout('settings', { player: ['/settings'] }),
    layout('settings, switches', { player: ['/settings?tab=privacy', '/settings?tab=notifications'] }),
    layout('settings of a teenager', { teen: ['/settings?tab=privacy', '/settings?tab=notifications'] }),
    layout('settings, security', { player: ['/settings?tab=security'] }),
  ],
  'settings/saves': [layout('saved games', { player: ['/settings/saves'], newcomer: ['/settings/saves'] })],
  'settings/export': 'no page',
  'settings/delete': [layout('deletion', { player: ['/settings/delete'] })],
  // Players who have not said how old they are see this.
  age: [layout('age', { unasked: ['/age'] })],
  'under-13': [layout('under 13', { visitor: ['/under-13?account=erased', '/under-13?account=closed&first=1', '/under-13'] })],
  guardian: [layout('guardian', { teen: ['/guardian'] }), layout('guardian of nobody', { player: ['/guardian'] })],
  'guardian/:key': [layout('link of a guardian', { visitor: ['/guardian/nope'] })],
  'guardian/pay/:key': [layout('link of a guardian who is asked to pay', { visitor: ['/guardian/pay/nope'] })],
  // Players who asked to be deleted see this, and the help lines.
  leaving: [layout('leaving', { leaver: ['/leaving'] })],
  'settings/email/:token': [layout('link of a mail', { alike: ['/settings/email/nope'] })],
  'mails/stop/:key': [layout('link of a mail', { visitor: ['/mails/stop/nope'] })],
  'get-help': [
    layout('get help', { visitor: ['/get-help'], player: ['/get-help'] }),
    layout('get help, leaving', { leaver: ['/get-help'], unasked: ['/get-help'] }),
  ],
  'get-help/team': 'no page',
  contact: [layout('contact', { alike: ['/contact'] })],
  status: [layout('status', { alike: ['/status'] })],
  newsletter: [layout('newsletter', { visitor: ['/newsletter'] })],
  'newsletter/confirm/:token': [layout('link of the newsletter', { visitor: ['/newsletter/confirm/nope'] })],
  'newsletter/leave/:token': [layout('link of the newsletter', { visitor: ['/newsletter/leave/nope'] })],
  consent: 'no page',
  'consent/style': 'no page',
  login: [layout('login', { visitor: ['/login'] })],
  signup: [layout('signup', { visitor: ['/signup'] })],
  'confirm-email': [layout('confirmation', { visitor: ['/confirm-email', '/confirm-email?token=nope'] })],
  'reset-password': [layout('new password', { visitor: ['/reset-password', '/reset-password?token=nope'] })],
  logout: 'no page',
  'auth/google': 'no page',
  'auth/callback/google': 'no page',
  'dev/outbox': [layout('outbox', { visitor: ['/dev/outbox'] })],
  'dev/outbox/:name': [layout('not found', { visitor: ['/dev/outbox/nope'] }), layout('mail', { player: ['/dev/outbox/{mail}'] })],
  'till/:reference': [layout('till', { player: ['/till/{open}', '/till/{paid}'] })],
  cookies: [layout('choice about cookies', { alike: ['/cookies'] })],
  blog: [layout('blog', { alike: ['/blog', '/blog?q=chat', '/blog?q=zzqqzz'] })],
  'blog/category/:category': [layout('blog', { alike: ['/blog/category/safety'] })],
  'blog/rss.xml': 'no page',
  'blog/:slug': [
    layout('post', {
      alike: [
        '/blog/what-premium-costs',
        '/blog/stories-behind-three-games',
        '/blog/how-we-keep-chat-safe',
        '/blog/playing-on-little-data',
      ],
    }),
  ],
  help: [layout('help', { alike: ['/help', '/help?q=password', '/help?q=zzqqzz'] })],
  'help-center': [layout('help center', { alike: ['/help-center', '/help-center?q=password', '/help-center?q=zzqqzz'] })],
  'help/:slug': [
    layout('help article', { alike: ['/help/kiddocash', '/help/block-and-report'] }),
    layout('not found', { alike: ['/help/nope'] }),
  ],
  ...Object.fromEntries(TEXT_PAGES.map((path) => [path, [layout('text', { alike: [`/${path}`] })]])),
  offline: [layout('offline', { alike: ['/offline'] })],
  '*': [layout('not found', { visitor: ['/nope'] })],
};

export type Width = 'phone' | 'desktop';
/** The width and theme of an axe run. */
export type ScanPass = readonly [Width, 'light' | 'dark'];
/** One URL as one role sees it; without passes only the frame of a page that was examined for another role. */
export type PageView = { address: string; role: Role; passes: readonly ScanPass[] };

const ALL_PASSES: readonly ScanPass[] = [
  ['desktop', 'light'],
  ['desktop', 'dark'],
  ['phone', 'light'],
  ['phone', 'dark'],
];

/** All views, by layout. */
export function listViewsByLayout(): Map<string, PageView[]> {
  const views = new Map<string, PageView[]>();
  let turn = 0;
  for (const { layout: name, alike = [], ...by } of Object.values(ROUTE_PAGES).flatMap((places) => (places === 'no page' ? [] : places))) {
    const ofLayout = views.get(name) ?? [];
    views.set(name, ofLayout);
    const full: [Role, string[]][] = [['visitor', alike], ...(Object.entries(by) as [Role, string[]][])];
    for (const [role, addresses] of full)
      for (const address of addresses) {
        const next = ALL_PASSES[turn % ALL_PASSES.length];
        if (ofLayout.length > 0) turn++;
        ofLayout.push({ address, role, passes: ofLayout.length === 0 || !next ? ALL_PASSES : [next] });
      }
    for (const address of alike) ofLayout.push({ address, role: 'player', passes: [] });
  }
  return views;
}
