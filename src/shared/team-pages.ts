const TEAM_PAGES = /^\/(moderation|operator)(\/|\.data$|$)/;

/** Whether a path is one of the pages of moderators and operators. */
export function isTeamPage(path: string): boolean {
  return TEAM_PAGES.test(path);
}
