/**
 * Another player in a text: the display name, which anybody may choose, with the username, which only one player has: 'Amina (@amina)'.
 * @param displayName may be empty
 */
export function formatPlayerName({ displayName, username }: { displayName: string; username: string }): string {
  return displayName === '' ? `@${username}` : `${displayName} (@${username})`;
}
