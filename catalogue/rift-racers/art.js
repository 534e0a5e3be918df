// The pictures: small pieces of SVG, turned into bitmaps once so that a frame only copies pixels.
'use strict';

/** Rasterises SVG `body` (drawn in a w x h box) into a canvas; `w` and `h` stay the logical size. */
function makeSprite(body, w, h, dots = 2) {
  const canvas = document.createElement('canvas');
  canvas.width = w * dots;
  canvas.height = h * dots;
  const image = new Image();
  image.onload = () => canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  image.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${w * dots}" height="${h * dots}" viewBox="0 0 ${w} ${h}">${body}</svg>`)}`;
  return { canvas, w, h };
}

// The buggy of the cover, seen from behind. paint, shade and suit are its three own colours.
const buggy = (paint, shade, suit) => `<g transform="translate(100 70)">
<circle cx="-66" cy="36" r="30" fill="#26203B"/><circle cx="66" cy="36" r="30" fill="#26203B"/>
<circle cx="-66" cy="36" r="15" fill="#E8E3F0"/><circle cx="-66" cy="36" r="7" fill="${paint}"/>
<circle cx="66" cy="36" r="15" fill="#E8E3F0"/><circle cx="66" cy="36" r="7" fill="${paint}"/>
<rect x="-82" y="10" width="14" height="54" rx="6" fill="#26203B"/><rect x="68" y="10" width="14" height="54" rx="6" fill="#26203B"/>
<path d="M-40-6L-30-50H30L40-6" fill="none" stroke="${paint}" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>
<rect x="-32" y="-46" width="64" height="40" fill="${suit}"/><circle cx="0" cy="-22" r="19" fill="#fff"/>
<path d="M-19-24A19 19 0 0 1 19-24L17-30H-17Z" fill="#FFC629"/><rect x="-3" y="-41" width="6" height="38" fill="${paint}"/>
<path d="M-60 48L-50 4Q-48-6-38-6H38Q48-6 50 4L60 48Q60 56 50 56H-50Q-60 56-60 48Z" fill="${paint}"/>
<path d="M-60 48L-55 26H55L60 48Q60 56 50 56H-50Q-60 56-60 48Z" fill="${shade}"/>
<path d="M-14-6H14L18 26H-18Z" fill="#FFC629"/><circle cx="0" cy="10" r="10" fill="#fff"/><path d="M-3 4L6 10L-3 16Z" fill="${shade}"/>
<rect x="-26" y="36" width="52" height="12" rx="5" fill="#26203B"/><path d="M-14 37V47M-4 37V47M6 37V47M16 37V47" stroke="#7A7390" stroke-width="3" stroke-linecap="round"/>
<circle cx="-40" cy="20" r="9" fill="#FF6F4E"/><circle cx="40" cy="20" r="9" fill="#FF6F4E"/><circle cx="-42" cy="18" r="3" fill="#FFD9C9"/><circle cx="38" cy="18" r="3" fill="#FFD9C9"/>
<rect x="-36" y="-60" width="72" height="10" rx="5" fill="#26203B"/>
<circle cx="-26" cy="-55" r="6" fill="#FFE07A"/><circle cx="-9" cy="-55" r="6" fill="#FFE07A"/><circle cx="9" cy="-55" r="6" fill="#FFE07A"/><circle cx="26" cy="-55" r="6" fill="#FFE07A"/></g>`;

const zebraStripes = 'M40 62l6 26M56 58l4 32M74 58l2 32M92 60l-4 28M26 40l12 8M22 30l14 4';

const acacia = `<path d="M92 240L98 150Q92 110 56 84L62 78Q98 96 106 120Q112 92 146 72L152 80Q116 104 112 150L118 240Z" fill="#6B3A1E"/>
<path d="M6 78Q10 44 58 40Q80 12 124 26Q176 22 196 62Q214 82 190 88Q100 96 20 92Q2 90 6 78Z" fill="#4F9A3C"/>
<path d="M16 66Q24 46 60 46Q84 20 122 32Q150 30 166 44Q110 36 84 54Q50 52 16 66Z" fill="#79BF4E"/>`;
const rock = `<path d="M6 120L30 40L78 8L120 30L154 90L158 120Z" fill="#B94E1C"/><path d="M30 40L78 8L92 52L50 74Z" fill="#E58A4A"/><path d="M92 52L120 30L154 90L158 120H100Z" fill="#8E3812"/>`;
const euphorbia = `<path d="M72 200V120H88V200Z" fill="#7A5230"/><path d="M80 130Q24 120 22 50M80 132Q44 110 46 34M80 130V18M80 132Q116 110 114 34M80 130Q136 120 138 50" fill="none" stroke="#2F8A5B" stroke-width="17" stroke-linecap="round"/>
<path d="M76 122V24M42 96Q36 70 42 40" fill="none" stroke="#55B57D" stroke-width="5" stroke-linecap="round"/>`;
// by night greens turn teal and reds turn plum
const NIGHT = { '#4F9A3C': '#1F5A6B', '#79BF4E': '#2F7A86', '#6B3A1E': '#2A1740', '#B94E1C': '#7A3B7E', '#E58A4A': '#A45C9C', '#8E3812': '#542560', '#2F8A5B': '#1F5A6B', '#55B57D': '#3A8C95', '#7A5230': '#2A1740' };
const byNight = (body) => body.replace(/#[0-9A-F]{6}/g, (colour) => NIGHT[colour] || colour);

const Art = {
  player: makeSprite(buggy('#E23B24', '#B5281A', '#243B6B'), 200, 140),
  rivals: [
    ['#2D9CDB', '#1B6FA8', '#3B1F5B'],
    ['#1E9E5A', '#0B6E3C', '#5B2A1F'],
    ['#8E4EC6', '#653096', '#1F4B5B'],
    ['#F29A1F', '#C26F00', '#243B6B'],
    ['#E85C9A', '#B33470', '#1F3B2E'],
  ].map(([paint, shade, suit]) => makeSprite(buggy(paint, shade, suit), 200, 140, 1.5)),

  acacia: makeSprite(acacia, 210, 240, 1.5),
  acaciaNight: makeSprite(byNight(acacia), 210, 240, 1.5),
  rockNight: makeSprite(byNight(rock), 164, 120, 1.5),
  euphorbiaNight: makeSprite(byNight(euphorbia), 160, 200, 1.5),
  fever: makeSprite(`<path d="M84 240L92 140Q84 100 60 70L68 66Q94 90 100 118Q106 84 132 58L138 64Q112 100 108 140L116 240Z" fill="#D9C24A"/>
<path d="M92 240L98 150L108 140L116 240Z" fill="#B59B2C"/>
<circle cx="60" cy="58" r="40" fill="#7FB23A"/><circle cx="138" cy="52" r="42" fill="#6BA02F"/><circle cx="98" cy="38" r="36" fill="#93C94A"/>`, 200, 240, 1.5),
  euphorbia: makeSprite(euphorbia, 160, 200, 1.5),
  rock: makeSprite(rock, 164, 120, 1.5),
  tower: makeSprite(`<path d="M20 260L34 90L62 14L96 4L120 60L132 150L144 260Z" fill="#C4552A"/><path d="M34 90L62 14L80 70L58 160L20 260Z" fill="#E8804A"/><path d="M96 4L120 60L132 150L144 260H110L92 120Z" fill="#94391A"/>`, 160, 260, 1.5),
  flamingo: makeSprite(`<path d="M58 92V148M70 92V148" stroke="#E0607F" stroke-width="5" stroke-linecap="round"/><ellipse cx="66" cy="74" rx="36" ry="24" fill="#FF8FAE"/><path d="M36 66Q70 44 108 72Q84 96 50 88Z" fill="#F56A90"/>
<path d="M38 68Q10 44 30 24Q46 12 50 28" fill="none" stroke="#FF8FAE" stroke-width="11" stroke-linecap="round"/><path d="M44 26L60 30L52 44Z" fill="#26203B"/><circle cx="44" cy="22" r="3" fill="#26203B"/>`, 116, 150, 1.5),
  zebra: makeSprite(`<path d="M36 88V132M52 90V132M84 90V132M100 86V132" stroke="#fff" stroke-width="11" stroke-linecap="round"/><path d="M36 124V132M52 124V132M84 124V132M100 124V132" stroke="#26203B" stroke-width="11" stroke-linecap="round"/>
<path d="M30 60Q60 50 104 58Q114 76 104 94H34Q24 78 30 60Z" fill="#fff"/><path d="M28 66L16 34Q14 20 30 20L44 56Z" fill="#fff"/><path d="M30 20Q14 18 2 36Q4 46 18 42L32 36Z" fill="#fff"/><path d="M2 36Q4 46 14 43L10 34Z" fill="#26203B"/>
<path d="${zebraStripes}" stroke="#26203B" stroke-width="6" stroke-linecap="round"/><path d="M32 16L48 54" stroke="#26203B" stroke-width="7" stroke-linecap="round"/><circle cx="20" cy="30" r="2.6" fill="#26203B"/>`, 124, 138, 1.5),
  giraffe: makeSprite(`<path d="M48 150V236M64 152V236M96 152V236M112 148V236" stroke="#E8A94A" stroke-width="11" stroke-linecap="round"/><path d="M40 150Q46 118 70 120L46 36L64 30L96 118Q126 124 122 156Q80 170 40 150Z" fill="#F5C062"/>
<path d="M28 34Q36 16 60 22L66 40Q48 48 30 46Q20 42 28 34Z" fill="#F5C062"/><path d="M46 22L44 8M56 22L56 8" stroke="#8A4A1C" stroke-width="5" stroke-linecap="round"/><circle cx="44" cy="32" r="3" fill="#26203B"/>
<path d="M56 48l12-2 2 12-10 2zM66 76l12-2 3 12-11 3zM78 104l12-2 4 14-13 2zM54 134l16-4 4 16-18 2zM84 130l16 0 2 18-16 0zM108 134l10 4-2 14-10-2z" fill="#B9651F"/>`, 140, 242, 1.5),
  hut: makeSprite(`<path d="M34 76H146V140H34Z" fill="#C98A4B"/><path d="M34 76H70V140H34Z" fill="#E0A765"/><path d="M76 92H104V140H76Z" fill="#5A2F1A"/><path d="M10 84L90 8L170 84Q90 100 10 84Z" fill="#A5702C"/><path d="M10 84L90 8L84 92Q40 92 10 84Z" fill="#C9923F"/>`, 180, 142, 1.5),
  steam: makeSprite(`<circle cx="60" cy="150" r="26" fill="#E9DDF6" opacity=".8"/><circle cx="44" cy="112" r="30" fill="#E9DDF6" opacity=".7"/><circle cx="74" cy="70" r="36" fill="#E9DDF6" opacity=".55"/><circle cx="54" cy="34" r="26" fill="#E9DDF6" opacity=".4"/><ellipse cx="60" cy="172" rx="50" ry="10" fill="#4B2A5C"/>`, 120, 184, 1),
  lamp: makeSprite(`<path d="M34 200V40" stroke="#2A1740" stroke-width="9" stroke-linecap="round"/><path d="M34 40Q36 16 62 18" fill="none" stroke="#2A1740" stroke-width="8" stroke-linecap="round"/><circle cx="68" cy="28" r="26" fill="#FFE07A" opacity=".35"/><circle cx="68" cy="24" r="12" fill="#FFE07A"/>`, 100, 204, 1),
  left: makeSprite('<path d="M36 60V110M84 60V110" stroke="#5A2F1A" stroke-width="8"/><rect x="4" y="4" width="112" height="62" rx="10" fill="#FFC629"/><path d="M56 14L32 35L56 56M92 14L68 35L92 56" fill="none" stroke="#26203B" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"/>', 120, 112, 1.5),
  right: makeSprite('<path d="M36 60V110M84 60V110" stroke="#5A2F1A" stroke-width="8"/><rect x="4" y="4" width="112" height="62" rx="10" fill="#FFC629"/><path d="M64 14L88 35L64 56M28 14L52 35L28 56" fill="none" stroke="#26203B" stroke-width="11" stroke-linejoin="round" stroke-linecap="round"/>', 120, 112, 1.5),
  can: makeSprite('<rect x="16" y="20" width="48" height="74" rx="14" fill="#2D6BFF"/><rect x="16" y="20" width="20" height="74" rx="10" fill="#6FA0FF"/><rect x="28" y="6" width="24" height="18" rx="6" fill="#E8E3F0"/><path d="M44 34L30 60H40L34 84L54 52H42Z" fill="#FFC629"/>', 80, 98, 1.5),
};

const checkers = Array.from({ length: 20 }, (_, i) => `<rect x="${20 + i * 28}" y="${10 + (i % 2) * 26}" width="28" height="26" fill="#26203B"/>`).join('');
Art.gate = makeSprite(`<path d="M20 30V300M580 30V300" stroke="#E23B24" stroke-width="26"/><rect x="8" y="4" width="584" height="64" rx="10" fill="#fff"/>${checkers}<path d="M8 284h24v16H8zM568 284h24v16h-24z" fill="#B5281A"/>`, 600, 300, 1.5);
