// Kalah, and an opponent that thinks ahead. Nothing here draws or waits.
// A board is 14 numbers: 0-5 South's pits, 6 South's store, 7-12 North's pits, 13 North's store.
(function () {
  'use strict';
  const PITS = 6;
  const SEEDS = 4; // in every pit at the start
  const STORE = [6, 13];
  const WORTH_WIN = 1000;

  const firstPit = (side) => side * 7;
  const opposite = (pit) => 12 - pit;
  const ownerOf = (pit) => (pit <= 6 ? 0 : 1);
  const newBoard = () => Array.from({ length: 14 }, (_, i) => (STORE.includes(i) ? 0 : SEEDS));

  function moves(board, side) {
    const list = [];
    for (let pit = firstPit(side); pit < firstPit(side) + PITS; pit++) if (board[pit]) list.push(pit);
    return list;
  }

  /** The pits that the seeds of `pit` fall into, one by one. The other side's store is passed over. */
  function path(board, pit) {
    const side = ownerOf(pit);
    const stops = [];
    for (let at = pit; stops.length < board[pit]; ) {
      at = (at + 1) % 14;
      if (at !== STORE[1 - side]) stops.push(at);
    }
    return stops;
  }

  /** Plays a pit. Returns { board, last, again, captured: [pits emptied into the store], over }. */
  function play(board, pit) {
    const side = ownerOf(pit);
    const stops = path(board, pit);
    const next = board.slice();
    next[pit] = 0;
    stops.forEach((stop) => (next[stop] += 1));
    const last = stops[stops.length - 1];
    const captured = [];
    // the last seed in an empty pit of your own takes what lies across, and itself
    if (last !== STORE[side] && ownerOf(last) === side && next[last] === 1 && next[opposite(last)] > 0) {
      captured.push(last, opposite(last));
      captured.forEach((from) => {
        next[STORE[side]] += next[from];
        next[from] = 0;
      });
    }
    return { board: next, last, again: last === STORE[side], captured, over: !moves(next, 0).length || !moves(next, 1).length };
  }

  /** When one side has no seeds the game is over: what is left goes to the store of the side it lies on. */
  function sweep(board) {
    const next = board.slice();
    [0, 1].forEach((side) => moves(board, side).forEach((pit) => {
      next[STORE[side]] += next[pit];
      next[pit] = 0;
    }));
    return next;
  }

  // ---- the opponent: minimax with alpha-beta cuts, looking a number of moves ahead
  function worth(board, side) {
    const lead = board[STORE[side]] - board[STORE[1 - side]];
    let home = 0;
    for (let i = 0; i < PITS; i++) home += board[firstPit(side) + i] - board[firstPit(1 - side) + i];
    return lead + home * 0.08;
  }

  function search(board, side, me, depth, low, high, stopAt) {
    if (depth === 0 || performance.now() > stopAt) return worth(board, me);
    let best = side === me ? -Infinity : Infinity;
    // pits near the store first: they give extra turns, and good moves first make more cuts
    const list = moves(board, side).reverse();
    for (const pit of list) {
      const result = play(board, pit);
      let value;
      if (result.over) {
        const end = sweep(result.board);
        const lead = end[STORE[me]] - end[STORE[1 - me]];
        value = lead + Math.sign(lead) * WORTH_WIN;
      } else value = search(result.board, result.again ? side : 1 - side, me, depth - 1, low, high, stopAt);
      if (side === me) {
        best = Math.max(best, value);
        low = Math.max(low, value);
      } else {
        best = Math.min(best, value);
        high = Math.min(high, value);
      }
      if (low >= high) break;
    }
    return best;
  }

  /** The pit a player of this skill picks. skill: { depth, slips (share of careless moves), time (ms) }. */
  function choose(board, side, skill, chance = Math.random) {
    const list = moves(board, side);
    if (chance() < skill.slips) return list[Math.floor(chance() * list.length)];
    const stopAt = performance.now() + skill.time;
    let best = list[0];
    let bestValue = -Infinity;
    list.reverse().forEach((pit) => {
      const result = play(board, pit);
      let value;
      if (result.over) {
        const end = sweep(result.board);
        value = (end[STORE[side]] - end[STORE[1 - side]]) * 10;
      } else value = search(result.board, result.again ? side : 1 - side, side, skill.depth - 1, -Infinity, Infinity, stopAt);
      if (value > bestValue) {
        bestValue = value;
        best = pit;
      }
    });
    return best;
  }

  window.Kalah = { PITS, STORE, newBoard, moves, path, play, sweep, choose, firstPit, ownerOf };
})();
