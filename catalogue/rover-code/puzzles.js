// The puzzles. Maps: . ground, # rock, S sample, G flag, > < ^ v the rover and the way it looks.
// Collect every sample, then stand on the flag (if there is one). par: blocks for three stars.
'use strict';
window.SECTORS = [
  { name: 'Landing Site', about: 'Drive and turn' },
  { name: 'Ring Canyon', about: 'Repeat' },
  { name: 'Crystal Comb', about: 'Your own function' },
  { name: 'Dust Maze', about: 'If and until' },
];
window.PUZZLES = [
  { sector: 0, map: ['......', '.>..G.', '......'], tray: 'F', par: 3, say: 'Tap Forward three times, then press Run.' },
  { sector: 0, map: ['....G.', '......', '.>....'], tray: 'FLR', par: 6, say: 'Turn spins the rover on the spot. It does not move.' },
  { sector: 0, map: ['......', '.>#.G.', '......'], tray: 'FLR', par: 8, say: 'A rock is in the way. Go around it.' },
  { sector: 0, map: ['......', '.>.S.G', '......'], tray: 'FD', par: 5, say: 'Stop on the crystal and Dig it up. Then go to the flag.' },
  { sector: 0, map: ['..S...', '>.#...', '...SG.'], tray: 'FLRD', par: 13, say: 'Two crystals. Read the map first, then build.' },
  { sector: 0, map: ['########', '>......G', '########'], tray: 'FN', par: 2, say: 'So far! Put Forward inside Repeat and tap the number.' },
  { sector: 1, map: ['##.G', '##..', '#..#', '>.##'], tray: 'FLRN', par: 5, say: 'Stairs: the same four moves, again and again.' },
  { sector: 1, map: ['######', '>SSSSG', '######'], tray: 'FDN', par: 4, say: 'Drive, dig, drive, dig...' },
  { sector: 1, map: ['S...S', '.###.', '.###.', '.###.', '>...S'], tray: 'FLDN', par: 5, say: 'A Repeat can sit inside a Repeat.' },
  { sector: 1, map: ['>....', '####.', 'G....'], tray: 'FRN', par: 7, say: 'The run stops as soon as the job is done.' },
  { sector: 1, map: ['##S##', '##.##', 'S.>.S', '##.##', '##S##'], tray: 'FLRDN', par: 9, say: 'Four arms. Go out, dig, come back, turn.' },
  { sector: 2, map: ['.......', '>#.#.#G'], tray: 'FLRX', par: 11, say: 'Teach the rover a Hop: tap the Hop line, build it once, call it often.' },
  { sector: 2, map: ['S.S', '.#.', '>.S'], tray: 'FLDX', par: 8, say: 'The same trip three times, with a turn in between.' },
  { sector: 2, map: ['#S#S#S#', '#.#.#.#', '>.....G'], tray: 'FLRDNX', par: 12, say: 'Up the shaft, dig, back down. Three times.' },
  { sector: 2, map: ['...G', '.###', '.###', '....', '###.', '###.', '>...'], tray: 'FLRX', par: 12, say: 'Every leg is three long. The turns are not all the same.' },
  { sector: 3, map: ['>....', '####.', 'G....'], tray: 'FRUK', par: 4, say: 'Until flag repeats until you arrive. If rock looks just ahead.' },
  { sector: 3, map: ['#########', '>.S..SS.G', '#########'], tray: 'FDUP', par: 4, say: 'If sample: dig only where there is a crystal.' },
  { sector: 3, map: ['G.S..', '####S', '>S...'], tray: 'FLDUKP', par: 6, say: 'Look for rocks and for crystals as you go.' },
  { sector: 3, map: ['>..#...', '##.#.#.', '##...#G'], tray: 'FRUK', par: 7, say: 'Only right turns! If one is not enough, turn again.' },
  { sector: 3, map: ['S..#S..', '.#.#.#.', '^#...#S', '######G'], tray: 'FRDUKP', par: 9, say: 'The maze again, now with crystals.' },
  { sector: 3, map: ['####G', '###S.', '##..#', '#SS##', '>.###'], tray: 'FLRDUPX', par: 8, say: 'The last one: until, if and your function, all together.' },
];
