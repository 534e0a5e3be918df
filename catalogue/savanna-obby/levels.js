// The eight courses. A course is written from left to right, one word a piece:
//   ..o.^..   an island, one letter a tile: . grass  o coin  ^ thorns  S start  C flag  G goal  D drum (bounces)  h heart  b bird
//   +3  +3/2  +3\1   a gap of 3 tiles; the next piece is 2 tiles higher (/) or 1 lower (\); * at the end hangs coins in the gap
//   ===       clay that crumbles under your feet
//   M3:4      a rock 3 tiles wide that slides 4 tiles to the right and back
//   V2:3      a rock 2 tiles wide that rises 3 tiles and sinks again
//   W5        a wall 5 tiles high in the way; the course goes on at its top
//   w6        a wall that hangs over the path: kick between it and the next wall to climb
'use strict';

const LEVELS = [
  // The first course teaches: a step up, then gaps that grow. Here a fall costs no heart, and you go on from where you jumped.
  { name: 'First Steps', par: 60, sky: 0, gentle: true, hint: 'Run to the drum!', plan:
    'S...o.o.o. W1 ..o.o... +1* ...o... +1* ...oC.. +2* ...o... +2/1* ..o.... +2* ...C... +2\\1* ..h..o. +3* ....C.. +2 ...^... +2/1* ..o... +3* ...C.. +2/1 .o. +2/1 .o. +3\\2* ....o..G.' },
  { name: 'Two Jumps High', par: 70, sky: 0, hint: 'Jump again in the air to go further.', plan:
    'S....o.. +4* ..o.. +3/3* ..o.. +5* ...C... +2/3 .o. +2/3 .o. +5\\2* ..^..o +4* ...C.. +5/1* .o. +5/1* .o. +5/1* ..h.. +3/3* ..o.^.. +4* ...G.' },
  { name: 'Crumble Bridge', par: 75, sky: 1, hint: 'Clay falls after you step on it. Keep going!', plan:
    'S..... +1 === +2* === +2* ..o.. +2/1 ==== +3* ...C... +2 = +2/1 = +2/1 = +2/1 .o.h. +4\\2* == +3* == +3/1* ..^^.. +3 ...C.. +2/2 == +3/2 == +4* == +3\\1* ..o.G.' },
  { name: 'Rocks on the Move', par: 80, sky: 1, hint: 'Wait for the rock, then ride it.', plan:
    'S..... +1 M3:5 +1 ..o.. +1 M3:4 +2/1* ...C.. +1 V3:3 +2 .oo. +3* M2:4 +2 ..^.. +2 V2:4 +2 ...C.h. +2 M2:3 +2/2 M2:3 +3\\1* == +3* ..b..o. +2 V2:3 +2* .....G.' },
  { name: 'Up the Wall', par: 85, sky: 2, hint: 'Push into the wall to run up. Press jump to kick off.', plan:
    'S..... +0 W3 ..o.. +3* ...o. +0 W4 ...C.. +3* ..o. w6 ...... +0 W6 ..h.. +4* ..^.. +2 W4 .oC.. +3\\2* ... w7 .... +0 W7 .o.o. +5* == +4 W3 ...C.. +4\\1* .b..o. +3/2* ...G.' },
  { name: 'Drum Dance', par: 85, sky: 2, hint: 'Drums throw you high. Steer in the air.', plan:
    'S....D +3/4* ..o.. +2 .D. +2/5* ...C.. +4\\2* .D. +5/3* .D. +5/3* ..o.h. +3 == +3 .D. +4/4 M2:4 +2 ...C.. +3\\3* .^.D +3/5 W2 ..o.. +4\\1* =D= +5/3* ..b.o.. +4* ...G.' },
  { name: 'Bird Town', par: 95, sky: 3, hint: 'Birds fly to and fro. Time your run.', plan:
    'S....... +3* ..b.o.. +4* .o.b.o. +3/2* .C.. +2 M2:4 +1 .b.. +3 == +3/1* == +3* ..^...b.. +4 ..C.h. w7 ..... +0 W6 .o.b.o.. +3 V2:4 +3* === +3\\1* .C.. +2 .D. +4/4* ..b..o. +5* == +4 == +4 ...G.' },
  { name: 'Sky Stairs', par: 110, sky: 3, hint: 'All you know, up to the clouds. Twende! (Let’s go!)', plan:
    'S..... +4/3* == +4/2* .o. +2/1 V2:4 +2 ..C.. +0 W5 .o.. +5* M2:4 +3/2 .^.D +3/5* ..b.o. +4 === +4/2* .C.h. w8 ..... +0 W8 .oo. +5\\1* = +4* = +4* M2:3 +3 .D. +4/5 ..^.C.. +3 V2:5 +4* ===== +3/2* == +4 W4 ..b..o. +5/1* .D. +4/4* ...oo..G.' },
];
