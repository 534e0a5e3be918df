import { assessRecentPlayers, deleteOldSignals } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC): at night in Nairobi. */
export const patternsJobs = [
  { name: 'patterns.assess-recent-players', cron: '40 0 * * *', run: assessRecentPlayers },
  { name: 'patterns.delete-old-signals', cron: '10 1 * * *', run: deleteOldSignals },
];
