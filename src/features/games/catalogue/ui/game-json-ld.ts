import type { GamePage } from '../schema.ts';

/** A game as structured data for search engines (schema.org VideoGame). */
export function toVideoGameJsonLd(game: GamePage, origin: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'VideoGame',
    name: game.title,
    description: game.description,
    url: `${origin}/games/${game.id}`,
    ...(game.developer !== '' && { author: { '@type': 'Organization', name: game.developer } }),
    genre: game.genres,
    keywords: game.tags.join(', '),
    gamePlatform: 'Web browser',
    applicationCategory: 'Game',
    isAccessibleForFree: !game.isPremium,
    ...(game.picture && { image: game.picture }),
    ...(game.createdAt && { datePublished: game.createdAt }),
    ...(game.rating && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: game.rating.average,
        ratingCount: game.rating.count,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  };
}
