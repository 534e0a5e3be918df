// The goat, the clouds and the small things, as SVG. Fx turns each into a bitmap once.
(function () {
  'use strict';
  const { sprite } = window.Fx;

  const COAT = '#C77B3F';
  const COAT_DARK = '#9C5A28';
  const HOOF = '#4A2A18';
  const HORN = '#FFF2C4';
  const leg = (d, colour) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="8" stroke-linecap="round"/>`;
  const hoof = (x, y) => `<rect x="${x - 5}" y="${y - 5}" width="10" height="6" rx="2.500" fill="${HOOF}"/>`;

  // head, horns, scarf and body are the same in each pose; only the legs change
  const body = `
    <path d="M-23-27Q-36-34-31-42Q-24-38-19-33Z" fill="${COAT_DARK}"/>
    <rect x="-26" y="-36" width="50" height="27" rx="13.500" fill="${COAT}"/>
    <path d="M-20-16Q0-8 18-16Q16-9 10-9H-12Q-18-9-20-16Z" fill="#F2D3A8"/>
    <path d="M6-32L14-54L30-44L22-20Z" fill="${COAT}"/>
    <path d="M16-60Q6-76-6-70" fill="none" stroke="${COAT_DARK}" stroke-width="6" stroke-linecap="round"/>
    <path d="M22-61Q14-80 1-78" fill="none" stroke="${HORN}" stroke-width="6.500" stroke-linecap="round"/>
    <path d="M30-38Q32-29 27-27Q23-31 24-39Z" fill="#FFF2C4"/>
    <path d="M10-58Q22-68 32-57L40-46Q42-37 33-37L20-38Q8-42 10-58Z" fill="${COAT}"/>
    <path d="M33-52L40-46Q42-37 33-37L27-37.500Q25-46 33-52Z" fill="#F2D3A8"/>
    <circle cx="38" cy="-44" r="1.800" fill="${HOOF}"/>
    <circle cx="25" cy="-52" r="4.600" fill="#fff"/><circle cx="26.500" cy="-52" r="2.700" fill="#1b1020"/>
    <path d="M12-56Q-2-56-3-46Q6-43 14-50Z" fill="${COAT_DARK}"/>
    <path d="M6-36Q16-26 28-32L27-24Q14-18 4-28Z" fill="#E23B24"/>`;
  const scarf = (d) => `<path d="${d}" fill="#B82A16"/>`;

  sprite('goat', [-48, -86, 96, 90], `
    ${leg('M-14-16V-5', COAT_DARK)}${leg('M15-16V-5', COAT_DARK)}${hoof(-14, 0)}${hoof(15, 0)}
    ${scarf('M6-32L-20-26L-16-34L-24-38Z')}${body}
    ${leg('M-20-16V-5', COAT)}${leg('M9-16V-5', COAT)}${hoof(-20, 0)}${hoof(9, 0)}`);
  sprite('leap', [-54, -92, 108, 104], `
    ${leg('M-14-16L-30-4', COAT_DARK)}${leg('M16-18L34-14', COAT_DARK)}<circle cx="-32" cy="-2" r="5" fill="${HOOF}"/><circle cx="37" cy="-14" r="5" fill="${HOOF}"/>
    ${scarf('M6-32L-22-14L-17-24L-28-24Z')}${body}
    ${leg('M-18-16L-28 4', COAT)}${leg('M12-16L28-4', COAT)}<circle cx="-29" cy="7" r="5" fill="${HOOF}"/><circle cx="31" cy="-3" r="5" fill="${HOOF}"/>`);

  // ---- platforms: a flat top to land on and a puffy underside. One bitmap a kind, 120 wide, stretched a little
  const puff = (top, side, under, extra = '') => `
    <path d="M-58 8a15 15 0 0 1 0-8H58a15 15 0 0 1 0 8Q64 26 46 27Q36 42 18 33Q0 46-18 34Q-38 42-46 27Q-64 26-58 8Z" fill="${under}"/>
    <path d="M-60 4Q-60-6-48-6H48Q60-6 60 4Q62 20 47 20Q36 34 19 25Q0 38-18 26Q-36 34-46 20Q-62 20-60 4Z" fill="${side}"/>
    <rect x="-60" y="-7" width="120" height="13" rx="6.500" fill="${top}"/>${extra}`;
  const BOX = [-66, -12, 132, 58];
  const swirl = (colour) => `<path d="M-34 15q8-8 15 0M8 16q9-9 18 0" fill="none" stroke="${colour}" stroke-width="4" stroke-linecap="round"/>`;
  sprite('cloud', BOX, puff('#FFFFFF', '#E6F4FA', '#B9DCEB', swirl('#CBE6F1')));
  sprite('bounce', BOX, puff('#FFD0DF', '#FF7FA3', '#D9527D', '<path d="M-36 12l9 8 9-8 9 8 9-8 9 8 9-8 9 8 9-8" fill="none" stroke="#FFD0DF" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>'));
  sprite('ice', BOX, puff('#E9FBFF', '#7FD8F0', '#3FA9CC', '<path d="M-40 14l16-14h10l-16 14zM2 16L18 0h6L8 16z" fill="#BDEEFA"/>'));
  sprite('vanish', BOX, puff('#FFF2C4', '#FFD98A', '#E0A83E', '<circle cx="-28" cy="13" r="4" fill="#fff"/><circle cx="0" cy="16" r="4" fill="#fff"/><circle cx="28" cy="13" r="4" fill="#fff"/>'));
  sprite('move', BOX, puff('#E0D4FF', '#A78BEA', '#7558C2', '<path d="M-22 14h44M-14 8l-9 6 9 6M14 8l9 6-9 6" fill="none" stroke="#fff" stroke-width="4.500" stroke-linecap="round" stroke-linejoin="round"/>'));
  sprite('rest', BOX, puff('#9BDB5B', '#FFFFFF', '#B9DCEB', '<path d="M-58 3l10 9 10-9 10 9 10-9 10 9 10-9 10 9 10-9 10 9 10-9 8 7V-2H-58Z" fill="#9BDB5B"/>'));

  sprite('flag', [-6, -62, 50, 64], '<rect x="-3" y="-60" width="6" height="60" rx="3" fill="#8A4B2B"/><path d="M3-58L38-47L3-34Z" fill="#B9C9CE"/>');
  sprite('flagOn', [-6, -62, 50, 64], '<rect x="-3" y="-60" width="6" height="60" rx="3" fill="#8A4B2B"/><path d="M3-58L38-47L3-34Z" fill="#E23B24"/><path d="M3-52L22-47L3-41Z" fill="#FFC629"/>');
  sprite('star', [-18, -18, 36, 36], '<path d="M0-13L3.800-4.500 13-3.800 6 2.400 8.200 11.500 0 6.600-8.200 11.500-6 2.400-13-3.800-3.800-4.500Z" fill="#FFC629" stroke="#FFC629" stroke-width="5" stroke-linejoin="round"/><path d="M0-11L-3-3-10.500-2.500" fill="none" stroke="#FFE79A" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round"/>');
  sprite('balloon', [-20, -30, 40, 64], '<path d="M0 16Q5 24-1 33" fill="none" stroke="#fff" stroke-width="2"/><ellipse cx="0" cy="-6" rx="17" ry="21" fill="#FF5C8A"/><path d="M-4 14h8l-4-5z" fill="#D9376A"/><path d="M-10-10Q-9-20-1-22" fill="none" stroke="#FFB3C8" stroke-width="4" stroke-linecap="round"/>');
  sprite('gate', [-90, -150, 180, 156], `
    <path d="M-70 0V-62A70 70 0 0 1 70-62V0" fill="none" stroke="#E23B24" stroke-width="14"/>
    <path d="M-56 0V-62A56 56 0 0 1 56-62V0" fill="none" stroke="#FFC629" stroke-width="14"/>
    <path d="M-42 0V-62A42 42 0 0 1 42-62V0" fill="none" stroke="#4CC26A" stroke-width="14"/>
    <path d="M-28 0V-62A28 28 0 0 1 28-62V0" fill="none" stroke="#2D7DD2" stroke-width="14"/>`);
  sprite('hotair', [-48, -70, 96, 146], '<path d="M-20 30L-9 56H9L20 30Z" fill="#FFF6E6"/><path d="M-24 32Q-44 6-42-24A42 42 0 0 1 42-24Q44 6 24 32Z" fill="#E23B24"/><path d="M-24 32Q-44 6-42-24A42 42 0 0 1 0-66Q-30-20-11 32Z" fill="#FF6A4D"/><path d="M-11 32Q-26-30 0-66Q26-30 11 32Z" fill="#FFC629"/><rect x="-12" y="54" width="24" height="18" rx="5" fill="#8A4B2B"/>');
  sprite('farcloud', [-92, -84, 176, 98], '<path d="M-62 10a24 24 0 0 1 8-46a36 36 0 0 1 68-10a28 28 0 0 1 44 20a18.400 18.400 0 0 1 4 36Z" fill="#fff" fill-opacity=".45"/>', 2);
})();
