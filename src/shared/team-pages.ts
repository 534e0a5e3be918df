const TEAM_PAGES = /^\/(moderation|operator)(\/|\.data$|$)/;

/** Whether a path is one of the pages of moderators and operators. */
export function isTeamPage(path: string): boolean {
  return TEAM_PAGES.test(path);
}

/** The address of the route manifest without the team's pages, from that of the whole one. */
export function getPlayerManifestUrl(url: string): string {
  return url.replace(/\/manifest-(?=\w+\.js$)/, '/player-manifest-');
}
