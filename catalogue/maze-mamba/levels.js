// The mazes. 15 by 11; an upright phone shows them turned on their side.
//   # wall   . floor   S start   E burrow (opens when all fruit is eaten)   o fruit
//   k/K gold key and gate   b/B blue key and gate   p/G and q/Q plate and the gate it holds open
//   m mongoose walking along a row   n mongoose walking along a column
// skins: how many times the mamba may shed here.
'use strict';
const LEVELS = [
  { name: 'First bite', hint: 'Eat all the fruit. Then find the burrow.', skins: 0, map: `
###############
#S....o.......#
#.#.###.###.#.#
#.#.#.....#.#.#
#.....###...o.#
#.###.....###.#
#.o...###.....#
#.#.#.....#.#.#
#.#.###.###.#.#
#......o.....E#
###############` },
  { name: 'Round the houses', hint: 'Mind your own tail!', skins: 0, map: `
###############
#S....#...#...#
#.###.#.#.#.#.#
#.#o..#.#...#.#
#.#.###.#####.#
#...#...#o....#
###.#.#.#.###.#
#...#.#.#.#...#
#.###.#.#.#.#.#
#o......#o..#E#
###############` },
  { name: 'The gold key', hint: 'The gold key opens the gold gate.', skins: 0, map: `
###############
#S....#.....#E#
#.#.#.#.###.#.#
#.#o#...#k..#.#
#.#.#####.#.#.#
#.......#.#.#.#
#.#.###.#.#.#.#
#.#.#o..#...#.#
#.#.#.#.###.#.#
#.....#.o...K.#
###############` },
  { name: 'Mind the mongoose', hint: 'Stop at a wall and let it pass.', skins: 0, map: `
###############
#S....o.......#
#.###.###.###.#
#.#o....#...#.#
#.#.###.###.#.#
#......m......#
#.#.###.###.#.#
#.#...#....o#.#
#.###.###.###.#
#......o.....E#
###############` },
  { name: 'Dead end', hint: 'No way to turn? Shed your skin!', skins: 1, map: `
###############
#S....#..o....#
#.###.#.#####.#
#.#.......#...#
#.#.#####.#.#.#
#...#o....#.#.#
#.#.#######.#.#
#.#.....o...#.#
#.#.#.#####.#.#
#o..#.......#E#
###############` },
  { name: 'Long tail', hint: 'Lie on the plate and the gate stays open.', skins: 0, map: `
###############
#S.o..#...o...#
#.###.#.#####.#
#.#.....#...#.#
#.#.###.#.#.#.#
#...#...p.#...#
#.#.#.###.#####
#.#.#.###.#.o.#
#.#.#.###.#.#.#
#o......#.G..E#
###############` },
  { name: 'Leave your skin', hint: 'An old skin can hold a plate down.', skins: 1, map: `
###############
#S....#o....#E#
#.###.#.###.#.#
#.#o....#...#.#
#.#.###.#.#.#.#
#...#p#.#.#.#.#
#.#.#.#.#.#.#.#
#.#.#.......#.#
#.#.#.#.###.#.#
#....o#.....G.#
###############` },
  { name: 'Two keys', hint: 'Gold first, then blue.', skins: 0, map: `
###############
#S.....o#.....#
#.#.#.#.#.#.#.#
#.#k#...#.#b#.#
#.#.###.#.#.#.#
#.......K.....#
#.#.###.#.###.#
#.#o#...#.#o..#
#.#.#.#.#.#.###
#...#...#...BE#
###############` },
  { name: 'Mongoose road', hint: 'They turn back at your body. Guard your nose!', skins: 0, map: `
###############
#S..o...#...o.#
#.#.###.#.###.#
#.#...#.#.#...#
#.###.#.#.#.###
#....m....m...#
###.#.#.#.#.#.#
#...#.#.#.#.#.#
#.###.#.#.#.#.#
#..o..#...o..E#
###############` },
  { name: 'Snail shell', hint: 'All the way in, and all the way out.', skins: 1, map: `
###############
#S......o.....#
#.###########.#
#.#.........#.#
#.#.#######.#.#
#.#.#...o.#.#.#
#.#.#.#####.#.#
#.#.#....o..#.#
#.#.#########.#
#E#o..........#
###############` },
  { name: 'The far room', hint: 'In for the key, and out again.', skins: 1, map: `
###############
#S....#o..#.o.#
#.###.#.#.#.#.#
#.#p....#.#.#.#
#.#.###.#.#.#.#
#...#...#.G.#k#
#.#.#.#.#.#.#.#
#.#...#...#.#.#
#.###.#####.#.#
#o......KE#...#
###############` },
  { name: 'Two on watch', hint: 'A mongoose does not cross old skin.', skins: 1, map: `
###############
#S...o#...#..o#
#.###.#.#.#.#.#
#...#...#...#.#
###.#.#####.#.#
#k..#.m.....#n#
#.###.#####.#.#
#.....#...#...#
#.#.#.#.#.#.###
#o..#...#...KE#
###############` },
  { name: 'Two plates', hint: 'One skin for each plate.', skins: 2, map: `
###############
#S.....o###..E#
#.###.#.###.###
#.#p....###...#
#.#.###.#####Q#
#...#...###...#
#.#.#.#.###.#.#
#.#...#...G.#.#
#.###.###.#.#o#
#o......q.#...#
###############` },
  { name: 'Mamba palace', hint: 'Everything you know. Go slowly.', skins: 2, map: `
###############
#S....#o....#E#
#.#.#.#.###.#K#
#.#o#...#.m...#
#.#.###.#.#.#.#
#.......#.#.#.#
#.#.#.#.#.#.#.#
#.#.#n#...#...#
#.#.#.#.#.#G###
#..p#....o#..k#
###############` },
];
