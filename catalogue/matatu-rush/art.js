// The things on the road, drawn in the cover's hand: flat shapes, no outlines. Every picture is a list of
// [fill, Path2D] made once, so a frame only fills paths. y = 0 is where a thing stands on its lane.
'use strict';

/** A rounded box as path text (roundRect is missing on older phones). */
function box(x, y, w, h, r = 0) {
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}
const disc = (x, y, r, ry = r) => `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`;
const picture = (...parts) => parts.map(([fill, path]) => [fill, new Path2D(path)]);

function paint(ctx, parts) {
  for (const [fill, path] of parts) {
    ctx.fillStyle = fill;
    ctx.fill(path);
  }
}

// ---- the matatu: the cover's own drawing, moved so that x = 0 is its middle and y = 0 its wheels
const BUS_SHIFT = [-168, -210];
const BUS_BAGS = picture(
  ['#0A5560', box(86, 62, 112, 8, 4)], ['#E23B24', box(98, 44, 30, 18, 4)], ['#7A3FA0', box(130, 38, 24, 24, 4)],
  ['#FFC629', box(156, 48, 32, 14, 4)], ['#F3A99E', box(104, 44, 4, 18)], ['#B48FC8', box(140, 38, 4, 24)]);
const BUS_BODY = picture(
  ['#0FA39B', 'M50 182V92Q50 70 72 70H222Q236 70 244 82L268 124Q286 128 286 146V182Z'],
  ['#4FD0C4', 'M50 98V92Q50 70 72 70H222Q236 70 244 82L247 88H72Q60 88 50 98Z'],
  ['#EAFBFF', box(64, 94, 34, 34, 7)], ['#EAFBFF', box(104, 94, 34, 34, 7)], ['#EAFBFF', box(144, 94, 34, 34, 7)],
  ['#EAFBFF', 'M186 101Q186 94 193 94H232Q237 94 240 99L256 128H193Q186 128 186 121Z'],
  ['#6B3A24', disc(212, 114, 10)], ['#2B1A1A', 'M201 112A11 10 0 0 1 224 110L230 112H201Z'], ['#FFFFFF', box(200, 122, 26, 6, 3)]);
// One rider a window; they show as people climb in.
const BUS_RIDERS = [
  picture(['#6B3A24', disc(82, 117, 9)], ['#2B1A1A', 'M73 115A9 9 0 0 1 91 115Q82 108 73 115Z'], ['#FF5C8A', box(72, 124, 20, 5, 2)]),
  picture(['#8A4B2B', disc(122, 116, 9)], ['#E23B24', 'M112 116A10 11 0 0 1 132 116Q122 108 112 116Z'], ['#FFC629', box(112, 124, 20, 5, 2)]),
  picture(['#54301F', disc(161, 117, 9)], ['#2B1A1A', 'M152 114A9 9 0 0 1 170 114Q161 106 152 114Z'], ['#2D7DD2', box(151, 124, 20, 5, 2)]),
];
const BUS_TRIM = picture(
  ['#FFC629', box(50, 136, 236, 13)], ['#FF5C8A', 'M108 154L92 168H102L94 180L118 163H107L116 154Z'],
  ['#FFC629', 'M144 157L146.6 162.4L152.6 163.2L148.3 167.4L149.3 173.3L144 170.5L138.7 173.3L139.700 167.4L135.4 163.2L141.4 162.4Z'],
  ['#FFFFFF', 'M168 160L170.1 164.2L174.7 164.8L171.3 168.1L172.1 172.7L168 170.5L163.9 172.7L164.7 168.1L161.3 164.8L165.9 164.2Z'],
  ['#FFFFFF', 'M58 152h8v8h-8zM66 160h8v8h-8zM58 168h8v8h-8z'], ['#0A5560', 'M66 152h8v8h-8zM58 160h8v8h-8zM66 168h8v8h-8z'],
  ['#0A5560', box(44, 178, 248, 9, 4)], ['#FFF6CF', disc(276, 158, 7)]);
const WHEEL = picture(['#21172A', disc(0, 0, 24)], ['#FFC629', disc(0, 0, 12)], ['#21172A', disc(0, 0, 5)], ['#C98A00', box(-2, -11, 4, 5)]);

/** The bus at (x, y) on its wheels. `hop` lifts the body, `bags` the bags on the roof, `spin` turns the wheels. */
function drawBus(ctx, x, y, { tilt = 0, hop = 0, bags = 0, spin = 0, riders = 0, lamp = false }) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(tilt);
  ctx.translate(BUS_SHIFT[0], BUS_SHIFT[1] - hop);
  ctx.save();
  ctx.translate(0, -bags);
  paint(ctx, BUS_BAGS);
  ctx.restore();
  paint(ctx, BUS_BODY);
  for (let i = 0; i < Math.min(riders, 3); i++) paint(ctx, BUS_RIDERS[2 - i]);
  paint(ctx, BUS_TRIM);
  if (lamp) paint(ctx, LAMP);
  for (const wheelX of [98, 224]) {
    ctx.save();
    ctx.translate(wheelX, 186 + hop * 0.7);
    ctx.rotate(spin);
    paint(ctx, WHEEL);
    ctx.restore();
  }
  ctx.restore();
}
const LAMP = picture(['#FFF6CF55', 'M280 154L470 128V216L280 164Z']);

// ---- things to dodge
const THINGS = {
  pothole: picture(['#2A1B31', disc(0, -8, 66, 19)], ['#150D1A', disc(4, -5, 55, 13)], ['#4D3A58', 'M-50 -14Q-34 -22 -10 -24L-10 -20Q-32 -18 -46 -10Z']),
  cone: picture(['#DE6A22', box(-32, -11, 64, 12, 4)], ['#FF8A3D', 'M-8 -82H8L24 -11H-24Z'], ['#FFFFFF', 'M-14.3 -54H14.3L19 -33H-19Z'], ['#FFAA6B', 'M-8 -82H-1L-6 -54H-14.3ZM-19 -33H-8L-13 -11H-24Z']),
  bump: picture(['#FFC629', 'M-44 0Q-30 -17 0 -17Q30 -17 44 0Z'], ['#21172A', 'M-26 -11Q-18 -15 -11 -16L-6 0H-22ZM7 -17Q15 -16 22 -13L30 0H12Z']),
  handcart: picture(
    ['#8A4B2B', 'M-70 -40H62L112 -52L114 -46L62 -30H-70Z'], ['#B06A34', box(-72, -46, 138, 12, 3)],
    ['#FFC629', disc(-46, -62, 17)], ['#F4A52A', disc(-14, -62, 17)], ['#FFC629', disc(18, -62, 17)], ['#F4A52A', disc(-30, -86, 17)], ['#FFC629', disc(2, -86, 17)],
    ['#4CA64F', box(36, -76, 22, 30, 8)], ['#21172A', disc(-10, -24, 25)], ['#B06A34', disc(-10, -24, 17)], ['#21172A', disc(-10, -24, 5)]),
  car: picture(
    ['#2D6FD0', 'M-96 -22V-62Q-96 -70 -86 -72L-74 -100Q-71 -108 -60 -108H14Q24 -108 32 -100L58 -72Q96 -70 96 -48V-22Z'], ['#5C97EA', 'M-74 -100Q-71 -108 -60 -108H14Q24 -108 32 -100L38 -94H-68Z'],
    ['#EAFBFF', 'M-64 -94H-26V-70H-74ZM-18 -94H12Q18 -94 22 -90L42 -70H-18Z'], ['#FFC629', box(-96, -50, 192, 8)], ['#1C4A94', box(-100, -28, 200, 9, 4)], ['#FFF6CF', disc(88, -40, 6)], ['#E23B24', box(-96, -64, 8, 14, 2)],
    ['#21172A', disc(-56, -20, 20)], ['#D8D3E4', disc(-56, -20, 10)], ['#21172A', disc(56, -20, 20)], ['#D8D3E4', disc(56, -20, 10)]),
};
const GOAT = picture(
  ['#E9E2D2', box(-30, -58, 56, 30, 14)], ['#C9BEA8', 'M-30 -44Q-30 -28 -16 -28H12Q26 -28 26 -44Q10 -34 -30 -44Z'], ['#E9E2D2', 'M12 -52L26 -84H42L56 -72L50 -62L36 -62L26 -36Z'],
  ['#8A5A3A', 'M-30 -56Q-44 -60 -42 -70Q-32 -68 -26 -56ZM-12 -58H14L4 -40H-8Z'], ['#5B3A28', 'M28 -84Q20 -98 28 -104Q32 -96 36 -84Z'], ['#C9BEA8', 'M30 -82L16 -78L28 -72Z'], ['#21172A', disc(42, -76, 2.8)], ['#E9E2D2', 'M44 -62L42 -50L36 -60Z']);
const GOAT_LEGS = picture(['#B9AD95', box(-22, -32, 9, 32, 3)], ['#E9E2D2', box(10, -32, 9, 32, 3)]);

/** A goat that walks: its legs swing while it crosses. */
function drawGoat(ctx, stride) {
  const swing = Math.sin(stride) * 7;
  ctx.save();
  ctx.translate(swing, 0);
  paint(ctx, GOAT_LEGS);
  ctx.translate(-2 * swing + 4, 0);
  paint(ctx, GOAT_LEGS);
  ctx.restore();
  ctx.save();
  ctx.translate(0, -Math.abs(swing) * 0.5);
  paint(ctx, GOAT);
  ctx.restore();
}

// ---- coin: the Kiddo token of the cover
const COIN = picture(['#D18A00', disc(0, 4, 27)], ['#FFC629', disc(0, 0, 27)], ['#E0A112', 'M0 -21a21 21 0 1 0 .1 0zM0 -18a18 18 0 1 1 -.1 0z'], ['#C98A00', 'M-6 -11L13 0L-6 11Z'], ['#FFE9A8', 'M-20 -12Q-13 -22 -1 -24L-1 -20Q-11 -18 -16 -10Z']);

// ---- stage (bus stop) and the people who wait there
const STAGE = picture(
  ['#0A5560', box(-150, -150, 10, 150)], ['#0A5560', box(140, -150, 10, 150)], ['#C7DFD5', box(-140, -130, 280, 76)], ['#E8F4EE', 'M-140 -130H60L-20 -54H-140Z'], ['#8A4B2B', box(-120, -34, 240, 10, 3)],
  ['#E23B24', 'M-172 -150L-150 -186H150L172 -150Z'], ['#0A5560', box(-86, -244, 172, 62, 10)], ['#FFF6E6', 'M-119 -150L-104 -186H-58L-64 -150ZM-9 -150L-10 -186H36L46 -150ZM101 -150L82 -186H128L156 -150Z']);
const FOLK = ['#FF5C8A', '#FFC629', '#2D7DD2', '#7A3FA0', '#F4623A'].map((shirt, i) => {
  const skin = ['#6B3A24', '#8A4B2B', '#54301F'][i % 3];
  const hair = ['#2B1A1A', '#2B1A1A', '#E23B24', '#2B1A1A', '#FFF6E6'][i];
  return picture(
    ['#263A6B', box(-11, -30, 9, 30, 3)], ['#1D2C52', box(2, -30, 9, 30, 3)], [shirt, box(-16, -66, 32, 42, 11)], [skin, disc(0, -78, 14)],
    [hair, 'M-15 -78A15 16 0 0 1 15 -78Q0 -90 -15 -78Z'], ['#1b1020', disc(-4, -76, 2)], ['#1b1020', disc(6, -76, 2)], ['#FFFFFF', 'M-4 -71H6Q5 -66 1 -66T-4 -71Z']);
});
const FOLK_ARM = FOLK.map((_, i) => picture([['#6B3A24', '#8A4B2B', '#54301F'][i % 3], box(12, -98, 8, 40, 4)]));

// ---- the big sign at the end of a route (its name is written on the board)
const END_SIGN = picture(['#0A5560', box(-190, -300, 16, 300)], ['#0A5560', box(174, -300, 16, 300)], ['#FFC629', box(-230, -322, 460, 112, 14)], ['#E23B24', box(-218, -310, 436, 88, 8)]);
