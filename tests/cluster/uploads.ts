import { createVisitorClient, type HttpClient } from '../http/http-client.ts';
import { open, textOf, upload } from '../http/page.ts';
import { createPlainImage } from '../http/pictures.ts';
import type { OperatedSite } from './operated-site.ts';
import type { Player } from './traffic.ts';

const SUCCESS = 'Avatar uploaded';

/** Pictures of their own that players upload: each is a row and an object in the bucket. */
export class Uploads {
  /** Whose picture the site has acknowledged. */
  readonly #acknowledged = new Set<Player>();
  readonly #site: OperatedSite;
  constructor(site: OperatedSite) {
    this.#site = site;
  }

  /** @returns whether the page says that it was done */
  async upload(player: Player): Promise<boolean> {
    const person = this.#signIn(player);
    const editor = await open(person, '/avatar-customization?tab=picture');
    const page = await upload(person, editor, 'Upload', { picture: await createPlainImage('png') });
    const isDone = textOf(page.html).includes(SUCCESS);
    if (isDone) this.#acknowledged.add(player);
    return isDone;
  }

  /** What was lost or doubled; empty if nothing. */
  async findDifferences(): Promise<string[]> {
    const differences: string[] = [];
    for (const player of this.#acknowledged) {
      const { id, username } = player.known;
      // An upload replaces the one before.
      const rows = await this.#site.postgres.query<{ id: string }>(
        `select id from avatar_uploads where player_id = $1 and state = 'waiting'`,
        [id],
      );
      if (rows.length !== 1) differences.push(`${username} has ${rows.length} pictures that wait, and should have one`);
      for (const row of rows) {
        const { status, headers } = await this.#signIn(player).get(`/avatars/pictures/${row.id}`);
        const type = headers.get('content-type') ?? '';
        if (status !== 200 || !type.startsWith('image/')) differences.push(`the picture of ${username} is lost: ${status} ${type}`);
      }
    }
    return differences;
  }

  #signIn({ cookie: { name, value } }: Player): HttpClient {
    const person = createVisitorClient(this.#site);
    person.cookies.set(name, { value, path: '/', sameSite: 'Lax', httpOnly: true, maxAge: null });
    return person;
  }
}
