/** What a browser saw of a game that it opened. */
export type GameVisit = {
  /**
   * 'shown': something was drawn. 'no-answer': its page did not load. 'nothing-shown': loaded, nothing drawn in time. 'crashed': the tab
   * ended, stopped answering for good, or said too much. 'our-fault': the games' origin answered 429 or 5xx to its page, or could not be
   * reached at all, which says nothing about the game.
   */
  outcome: 'shown' | 'no-answer' | 'nothing-shown' | 'crashed' | 'our-fault';
  /** Of 'no-answer', 'crashed' and 'our-fault': the status, or what else happened, in words for operators: one line, at most 200 characters. */
  reason: string | null;
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
