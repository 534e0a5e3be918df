// The pictures. Animals are small SVGs in the hand of the cover, turned into bitmaps once; their mouths are drawn live, so they can cheer up.
'use strict';

function makeSprite(body, w, h, dots = 2) {
  const picture = document.createElement('canvas');
  picture.width = w * dots;
  picture.height = h * dots;
  const image = new Image();
  image.onload = () => picture.getContext('2d').drawImage(image, 0, 0, picture.width, picture.height);
  image.src = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${w * dots}" height="${h * dots}" viewBox="0 0 ${w} ${h}">${body}</svg>`)}`;
  return { canvas: picture, w, h };
}

// eyes as on the cover: big, dark, a white light at the top left
const eyes = (x1, x2, y, r = 10) => [x1, x2].map((x) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#17302A"/><circle cx="${x - r * 0.3}" cy="${y - r * 0.3}" r="${r * 0.34}" fill="#fff"/>`).join('');

// Each animal sits in a 200 x 200 box, its middle at (100, 118), feet at y = 180. fur and light paint its close-ups.
const ANIMALS = [
  {
    id: 'cat', name: 'Chui', kind: 'cat', fur: '#F29A4A', light: '#FFF0D8', mouth: [-2, 3],
    body: `<path d="M46 46Q84 44 80 6" fill="none" stroke="#F29A4A" stroke-width="15" stroke-linecap="round"/><path d="M80 12Q80 4 78 2" fill="none" stroke="#FFF0D8" stroke-width="13" stroke-linecap="round"/>
<path d="M-44 60Q-50 4 0 4T50 60Z" fill="#F29A4A"/><path d="M-18 60Q-20 26 4 26T26 60Z" fill="#FFF0D8"/><path d="M-48-58L-42-12L-10-36ZM44-58L40-12L8-36Z" fill="#F29A4A"/><path d="M-42-46L-38-22L-22-34ZM38-46L34-22L20-34Z" fill="#FF8FA3"/>
<ellipse cx="-2" cy="-16" rx="50" ry="38" fill="#F29A4A"/><path d="M-14-52h8l-3 18zM2-53h8l-7 19zM-51-12l16 2-16 6zM47-12l-16 2 16 6z" fill="#D0711F"/><ellipse cx="-2" cy="0" rx="24" ry="17" fill="#FFF0D8"/>${eyes(-22, 18, -18)}<path d="M-7-6H3L-2 0Z" fill="#E8432E"/><ellipse cx="-22" cy="60" rx="13" ry="8" fill="#FFF0D8"/><ellipse cx="20" cy="60" rx="13" ry="8" fill="#FFF0D8"/>`,
  },
  {
    id: 'rabbit', name: 'Sungura', kind: 'rabbit', fur: '#FFFFFF', light: '#FFD9E0', mouth: [0, 2],
    body: `<circle cx="44" cy="44" r="14" fill="#EFE6F2"/><ellipse cx="-18" cy="-72" rx="13" ry="38" fill="#fff" transform="rotate(-10 -18 -72)"/><ellipse cx="18" cy="-72" rx="13" ry="38" fill="#fff" transform="rotate(14 18 -72)"/><ellipse cx="-18" cy="-70" rx="6" ry="27" fill="#FFB3C1" transform="rotate(-10 -18 -70)"/><ellipse cx="18" cy="-70" rx="6" ry="27" fill="#FFB3C1" transform="rotate(14 18 -70)"/>
<path d="M-42 60Q-46 6 0 6T44 60Z" fill="#fff"/><path d="M-18 60Q-18 30 2 30T22 60Z" fill="#F4ECF5"/><ellipse cx="0" cy="-14" rx="44" ry="36" fill="#fff"/>${eyes(-17, 17, -18, 9)}<ellipse cx="0" cy="-6" rx="5" ry="4" fill="#FF6F91"/><circle cx="-32" cy="-4" r="7" fill="#FFD3DC"/><circle cx="32" cy="-4" r="7" fill="#FFD3DC"/><ellipse cx="-20" cy="60" rx="14" ry="8" fill="#F4ECF5"/><ellipse cx="22" cy="60" rx="14" ry="8" fill="#F4ECF5"/>`,
  },
  {
    id: 'dog', name: 'Simba', kind: 'puppy', fur: '#B9783F', light: '#FFE8C8', mouth: [0, 6],
    body: `<path d="M44 40Q74 34 70 10" fill="none" stroke="#B9783F" stroke-width="13" stroke-linecap="round"/><path d="M-44 60Q-48 4 0 4T48 60Z" fill="#B9783F"/><path d="M-20 60Q-22 24 2 24T24 60Z" fill="#FFE8C8"/>
<ellipse cx="0" cy="-16" rx="46" ry="38" fill="#B9783F"/><path d="M10-53Q46-50 46-16Q40 4 22 0Q6-12 10-53Z" fill="#FFE8C8"/><path d="M-30-48Q-66-52-64-8Q-56 14-42-2Q-36-24-30-48ZM30-48Q66-52 64-8Q56 14 42-2Q36-24 30-48Z" fill="#7E4A20"/><ellipse cx="0" cy="2" rx="25" ry="18" fill="#FFF6E6"/>${eyes(-19, 19, -18)}<ellipse cx="0" cy="-5" rx="9" ry="6" fill="#17302A"/><path d="M-34 22Q0 40 34 22" fill="none" stroke="#E8432E" stroke-width="8"/><circle cx="0" cy="34" r="7" fill="#FFC629"/><ellipse cx="-22" cy="60" rx="14" ry="8" fill="#FFE8C8"/><ellipse cx="22" cy="60" rx="14" ry="8" fill="#FFE8C8"/>`,
  },
  {
    id: 'goat', name: 'Mbuzi', kind: 'goat kid', fur: '#D9DEE8', light: '#FFFFFF', mouth: [0, 8],
    body: `<path d="M-42 60Q-46 6 0 6T46 60Z" fill="#D9DEE8"/><path d="M-18 60Q-18 26 2 26T24 60Z" fill="#fff"/><path d="M-18-46Q-30-70-20-84Q-8-70-6-48ZM18-46Q30-70 20-84Q8-70 6-48Z" fill="#8A7A6A"/><path d="M-34-32Q-76-40-74-20Q-60-6-36-16ZM34-32Q76-40 74-20Q60-6 36-16Z" fill="#D9DEE8"/><path d="M-40-28Q-66-32-66-20Q-58-14-40-18ZM40-28Q66-32 66-20Q58-14 40-18Z" fill="#FFB3C1"/>
<path d="M-40-30Q-38-54 0-54T40-30Q36 22 0 24Q-36 22-40-30Z" fill="#D9DEE8"/><path d="M-12-54H12Q10-24 0-14Q-10-24-12-54Z" fill="#8A7A6A"/><ellipse cx="0" cy="4" rx="22" ry="18" fill="#fff"/>${eyes(-20, 20, -20, 9)}<path d="M-8-4H8L0 3Z" fill="#E58A9A"/><path d="M-7 22L0 42L7 22Z" fill="#fff"/><ellipse cx="-20" cy="60" rx="12" ry="8" fill="#8A7A6A"/><ellipse cx="20" cy="60" rx="12" ry="8" fill="#8A7A6A"/>`,
  },
  {
    id: 'tortoise', name: 'Kobe', kind: 'tortoise', fur: '#8CC152', light: '#C9E79A', mouth: [0, 2],
    body: `<path d="M-66 58Q-70-30 0-34T66 58Z" fill="#9A6634"/><path d="M-50 40L-36 4L-58 14ZM50 40L36 4L58 14ZM-18-30H18L26-14H-26Z" fill="#C28A4A"/><path d="M-66 58Q-68 44-64 38H64Q68 44 66 58Z" fill="#C9A05C"/><ellipse cx="-44" cy="60" rx="18" ry="9" fill="#6FA03A"/><ellipse cx="44" cy="60" rx="18" ry="9" fill="#6FA03A"/><path d="M-24 60Q-26 20 0 20T24 60Z" fill="#C9E79A"/>
<ellipse cx="0" cy="-10" rx="40" ry="36" fill="#8CC152"/><path d="M-20-42Q0-54 20-42Q0-34-20-42Z" fill="#6FA03A"/>${eyes(-18, 18, -16, 9)}<circle cx="-4" cy="-4" r="2" fill="#4E7A26"/><circle cx="4" cy="-4" r="2" fill="#4E7A26"/><circle cx="-28" cy="0" r="6" fill="#A9D872"/><circle cx="28" cy="0" r="6" fill="#A9D872"/>`,
  },
  {
    id: 'komba', name: 'Komba', kind: 'bush baby', fur: '#F4623A', light: '#FFE3C2', mouth: [0, 6],
    body: `<path d="M42 46Q90 50 84-6Q82-26 70-14" fill="none" stroke="#C4452A" stroke-width="14" stroke-linecap="round"/><path d="M-38 60Q-42 8 0 8T40 60Z" fill="#F4623A"/><path d="M-18 60Q-18 28 2 28T22 60Z" fill="#FFE3C2"/><ellipse cx="-40" cy="-48" rx="24" ry="28" fill="#F4623A"/><ellipse cx="40" cy="-48" rx="24" ry="28" fill="#F4623A"/><ellipse cx="-40" cy="-46" rx="14" ry="18" fill="#FF9FB0"/><ellipse cx="40" cy="-46" rx="14" ry="18" fill="#FF9FB0"/>
<ellipse cx="0" cy="-14" rx="46" ry="38" fill="#F4623A"/><ellipse cx="0" cy="4" rx="22" ry="15" fill="#FFE3C2"/><circle cx="-20" cy="-18" r="17" fill="#FFC629"/><circle cx="20" cy="-18" r="17" fill="#FFC629"/>${eyes(-20, 20, -18, 11)}<ellipse cx="0" cy="-2" rx="6" ry="4" fill="#7A2A12"/><ellipse cx="-18" cy="60" rx="12" ry="8" fill="#C4452A"/><ellipse cx="18" cy="60" rx="12" ry="8" fill="#C4452A"/>`,
  },
];
ANIMALS.forEach((animal) => (animal.art = makeSprite(`<g transform="translate(100 118)">${animal.body}</g>`, 200, 200, 3)));

// Tools and treatments, each in an 80 x 80 box
const ICONS = {
  thermo: '<g transform="rotate(35 40 40)"><rect x="31" y="4" width="18" height="54" rx="9" fill="#fff"/><rect x="31" y="4" width="9" height="54" rx="4" fill="#E3EEF2"/><rect x="37" y="20" width="6" height="40" rx="3" fill="#E8432E"/><circle cx="40" cy="62" r="14" fill="#E8432E"/><circle cx="36" cy="58" r="4" fill="#FF9A8A"/></g>',
  stetho: '<path d="M18 8Q14 42 34 44Q54 42 50 8" fill="none" stroke="#17302A" stroke-width="6" stroke-linecap="round"/><path d="M34 44Q34 70 54 66Q64 62 62 48" fill="none" stroke="#17302A" stroke-width="6" stroke-linecap="round"/><circle cx="62" cy="42" r="12" fill="#FFC629"/><circle cx="62" cy="42" r="6" fill="#C98A00"/><circle cx="18" cy="8" r="5" fill="#2D9CDB"/><circle cx="50" cy="8" r="5" fill="#2D9CDB"/>',
  lens: '<path d="M50 50L70 70" stroke="#8A5230" stroke-width="12" stroke-linecap="round"/><circle cx="34" cy="34" r="28" fill="#2D6BFF"/><circle cx="34" cy="34" r="20" fill="#CFF3FF"/><path d="M22 32Q24 20 36 20" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round"/>',
  drops: '<g transform="rotate(30 40 20)"><rect x="30" y="0" width="20" height="20" rx="9" fill="#E8432E"/><rect x="35" y="18" width="10" height="22" rx="3" fill="#D9F7EC"/></g><path d="M52 44Q68 62 52 74Q36 62 52 44Z" fill="#2D9CDB"/><path d="M47 62Q47 67 51 69" fill="none" stroke="#BFE6FF" stroke-width="4" stroke-linecap="round"/>',
  calm: '<path d="M40 70Q4 44 10 24Q20 4 40 22Q60 4 70 24Q76 44 40 70Z" fill="#E8432E"/><path d="M18 38H30L36 26L44 50L50 38H62" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>',
  soap: '<rect x="10" y="34" width="60" height="34" rx="14" fill="#FFC629"/><rect x="10" y="34" width="60" height="17" rx="12" fill="#FFE07A"/><circle cx="24" cy="24" r="11" fill="#BFEFFF"/><circle cx="44" cy="16" r="9" fill="#D9F7FF"/><circle cx="58" cy="28" r="8" fill="#BFEFFF"/>',
  wrap: '<g transform="rotate(-32 40 40)"><rect x="4" y="26" width="72" height="28" rx="14" fill="#FFE3C2"/><rect x="26" y="26" width="28" height="28" fill="#F5C896"/><circle cx="34" cy="34" r="2.500" fill="#B07A42"/><circle cx="46" cy="34" r="2.500" fill="#B07A42"/><circle cx="34" cy="46" r="2.500" fill="#B07A42"/><circle cx="46" cy="46" r="2.500" fill="#B07A42"/></g>',
  tweezers: '<path d="M24 6L36 62L40 74M56 6L44 62L40 74" fill="none" stroke="#7A93A0" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/><path d="M24 6Q40-4 56 6L52 20H28Z" fill="#A9BEC9"/>',
};
const Icon = Object.fromEntries(Object.entries(ICONS).map(([id, body]) => [id, makeSprite(body, 80, 80, 2)]));

// What can be wrong. tool finds it, cure mends it; clues are what the family says, the easy one first.
const TROUBLES = [
  { id: 'fever', tool: 'thermo', cure: 'drops', found: 'A fever! Give drops', clues: ['So hot and sleepy!', 'Does not want to play'] },
  { id: 'heart', tool: 'stetho', cure: 'calm', found: 'Fast heart! Calm it', clues: ['Thunder! Thump thump!', 'Shaky and puffing'] },
  { id: 'mud', tool: 'lens', cure: 'soap', found: 'Sticky mud! Wash it', clues: ['Rolled in a puddle!', 'Licks and scratches'] },
  { id: 'cut', tool: 'lens', cure: 'wrap', found: 'A scratch! Bandage it', clues: ['Scratched on a fence!', 'Holds one paw up'] },
  { id: 'thorn', tool: 'lens', cure: 'tweezers', found: 'A thorn! Pull it out', clues: ['Ouch! It pricks!', 'Walks with a limp'] },
];
const TOOLS = [['thermo', 'Hot?'], ['stetho', 'Listen'], ['lens', 'Look']];
const CURES = [['drops', 'Drops'], ['calm', 'Calm'], ['soap', 'Wash'], ['wrap', 'Bandage'], ['tweezers', 'Tweezers']];
