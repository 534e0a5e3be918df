// The ladder. Each name is a Swahili word that tells how that rhino plays.
// pace, mass: body. rest: seconds between dashes [least, most]. wind: how long a dash is wound up.
// dodge, brace: chance to answer your dash with a hop or a stomp. stomp: chance to stomp when you are close.
// fear: how far from the middle (share of the drum) before it walks back in. circle: walks round you.
// react: seconds before it answers. lead: aims ahead of where you walk.
'use strict';

const RIVALS = [
  { name: 'Pole', means: 'slow and calm', skin: 'sand', belt: 'green', pace: 0.55, mass: 0.85, rest: [3.8, 5], wind: [0.8, 1.1], dodge: 0, brace: 0, stomp: 0, fear: 0.55, circle: 0, react: 0.7, lead: 0 },
  { name: 'Haraka', means: 'in a hurry', skin: 'rust', belt: 'sky', pace: 1.05, mass: 0.85, rest: [1, 1.6], wind: [0.3, 0.6], dodge: 0.05, brace: 0, stomp: 0.05, fear: 0.95, circle: 0, react: 0.4, lead: 0 },
  { name: 'Duara', means: 'a circle', skin: 'rose', belt: 'ziwa', pace: 1.15, mass: 1, rest: [1.2, 1.9], wind: [0.4, 0.7], dodge: 0.4, brace: 0.05, stomp: 0.1, fear: 0.7, circle: 1, react: 0.25, lead: 0.1 },
  { name: 'Jiwe', means: 'a stone', skin: 'slate', belt: 'mango', pace: 0.72, mass: 1.22, rest: [2.4, 3.4], wind: [0.5, 0.8], dodge: 0, brace: 0.15, stomp: 0.25, fear: 0.3, circle: 0, react: 0.35, lead: 0 },
  { name: 'Mjanja', means: 'the clever one', skin: 'teal', belt: 'coral', pace: 1.05, mass: 1, rest: [1.4, 2.2], wind: [0.35, 0.8], dodge: 0.5, brace: 0.15, stomp: 0.12, fear: 0.5, circle: 0.5, react: 0.16, lead: 0.18 },
  { name: 'Bingwa', means: 'the champion', skin: 'night', belt: 'gold', pace: 1.12, mass: 1.1, rest: [1.1, 1.7], wind: [0.4, 0.95], dodge: 0.45, brace: 0.28, stomp: 0.25, fear: 0.5, circle: 0.4, react: 0.1, lead: 0.22 },
];

// [back, light, shade] of each hide, and [cloth, pattern] of each belt
const HIDES = { grey: ['#8A96B8', '#A9B4D2', '#6F7B9D'], sand: ['#D3B078', '#E8CC9C', '#B38E56'], rust: ['#C9785A', '#E09A7C', '#A55B40'], slate: ['#66748A', '#8494AB', '#4E5B70'], rose: ['#D68AA6', '#EBAEC3', '#B36A87'], teal: ['#58A59B', '#7FC4BA', '#408379'], night: ['#5B5591', '#7A74B4', '#443F72'] };
const BELTS = { red: ['#E23B24', '#FFC629'], green: ['#3F9630', '#FFF1D2'], sky: ['#2D8FE0', '#FFF1D2'], mango: ['#FFB71F', '#B3260F'], ziwa: ['#0FA39B', '#FFC629'], coral: ['#F4623A', '#FFF1D2'], gold: ['#FFC629', '#D8341C'] };
