import { assessRecentPlayers, deleteOldSignals } from './service.server.ts';

/** Scheduled jobs of this feature (cron, UTC): at night in Nairobi. */
export const riskScoringJobs = [
  { name: 'risk-scoring.assess-recent-players', cron: '40 0 * * *', run: assessRecentPlayers },
  { name: 'risk-scoring.delete-old-signals', cron: '10 1 * * *', run: deleteOldSignals },
];
