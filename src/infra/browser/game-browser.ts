/** What a browser saw of a game that it opened. */
export type GameVisit = {
  /**
   * 'shown': something was drawn. 'no-answer': its page did not load (status or network). 'nothing-shown': loaded, nothing drawn in time.
   * 'crashed': the tab ended.
   */
  outcome: 'shown' | 'no-answer' | 'nothing-shown' | 'crashed';
  /** From opening it to the first thing drawn, in milliseconds; null if nothing was. */
  firstFrameMs: number | null;
  /** Uncaught errors of scripts, at most 10, each at most 200 characters. */
  errors: string[];
  /** Paths of files of the game that did not load, with the status, at most 10. */
  missingFiles: { path: string; status: number }[];
  /** Bytes that came over the network. */
  bytes: number;
  /** Hosts that the game asked for and did not get, at most 20. */
  otherHosts: string[];
  /** What it looked like, JPEG at phone width (360 x 640); null if none could be taken. */
  picture: Buffer | null;
};

/** A browser that opens one game after the other. */
export type GameBrowser = { visit(url: string): Promise<GameVisit>; close(): Promise<void> };

/** @returns null where no Chromium is installed */
export type OpenGameBrowser = () => Promise<GameBrowser | null>;
