// The planet, the farmer and everything that grows, as SVG. Fx turns each into a bitmap once.
// Things that stand on the planet have 0,0 at their foot and grow upward.
(function () {
  'use strict';
  const { sprite } = window.Fx;
  const line = (d, colour, width) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  const PLOTS = 12;

  // ---- one planet a season: [ground, rim, patch, core, core light, sky, sky light]
  const SEASONS = [
    { name: 'Spring', ground: '#4CC26A', rim: '#8FD14F', soil: '#7A4A2A', core: '#2E9C4F', sky: '#0F2B4C', light: '#143661' },
    { name: 'Summer', ground: '#F0B93A', rim: '#FFD66B', soil: '#8A4B2B', core: '#D9922B', sky: '#123A5C', light: '#184A72' },
    { name: 'Autumn', ground: '#E0703A', rim: '#FF9D66', soil: '#6B3820', core: '#B9502A', sky: '#2B1F4C', light: '#3A2A63' },
    { name: 'Frost', ground: '#A9DDF0', rim: '#F2FBFF', soil: '#5C5A7A', core: '#6FB4D6', sky: '#0B2038', light: '#12304F' },
  ];
  SEASONS.forEach((season, i) => {
    let rows = '';
    for (let k = 0; k < PLOTS; k += 1) {
      const soil = k % 6 ? `<path d="M-27-151Q-26-154-22-155Q0-158 22-155Q26-154 27-151L22-124Q20-120 15-120H-15Q-20-120-22-124Z" fill="${season.soil}"/><path d="M-25-142Q0-149 25-142M-23-131Q0-138 23-131" fill="none" stroke="#00000030" stroke-width="3.500"/>` : '';
      rows += `<g transform="rotate(${k * 30})">${soil}</g>`;
    }
    let ring = '';
    for (let k = 0; k < 24; k += 1) ring += `<path d="M-9-106H9L0-92Z" fill="${season.rim}" fill-opacity=".55" transform="rotate(${k * 15})"/>`;
    sprite(`planet${i}`, [-168, -168, 336, 336], `<circle r="162" fill="${season.rim}"/><circle r="156" fill="${season.ground}"/>${rows}<circle r="110" fill="${season.core}"/>${ring}<circle r="86" fill="#00000022"/>`, 2);
  });

  // ---- crops: mound, sprout and ripe
  sprite('mound', [-30, -16, 60, 22], '<path d="M-22 3Q-18-9 0-9T22 3Z" fill="#A5673A"/><circle cx="-7" cy="-3" r="2.500" fill="#FFE79A"/><circle cx="6" cy="-4" r="2.500" fill="#FFE79A"/>');
  sprite('wet', [-30, -16, 60, 22], '<path d="M-22 3Q-18-9 0-9T22 3Z" fill="#4A2A18"/><path d="M-12-3q3-3 6 0M4-4q3-3 6 0" fill="none" stroke="#45C9C1" stroke-width="2.500" stroke-linecap="round"/>');
  const sprout = (leaf) => `<path d="M0 0V-14" stroke="#2E7D3A" stroke-width="4" stroke-linecap="round"/><path d="M0-12Q-17-10-18-26Q-2-26 0-12Z" fill="${leaf}"/><path d="M0-14Q15-14 16-30Q1-28 0-14Z" fill="${leaf}"/>`;
  sprite('sprout0', [-24, -36, 48, 40], sprout('#C8F27A'));
  sprite('sprout1', [-24, -36, 48, 40], sprout('#7BE0B0'));
  sprite('sprout2', [-24, -36, 48, 40], sprout('#F5E27A'));
  const carrot = '<path d="M0-26Q-3-40-14-44Q-16-30-3-25M0-26Q0-44 0-50Q10-40 3-26M0-26Q6-38 16-42Q16-29 3-25" fill="#9BDB5B"/><path d="M-16-24Q0-34 16-24Q16-8 0 4Q-16-8-16-24Z" fill="#FF8A3D"/><path d="M-16-24Q-8-30 0-29Q-9-20-6-3Q-15-11-16-24Z" fill="#FFA95C"/><path d="M4-14h7M-3-6h6" stroke="#D9622B" stroke-width="3" stroke-linecap="round"/>';
  const melon = '<path d="M0-36Q4-46 12-46" fill="none" stroke="#2E7D3A" stroke-width="4" stroke-linecap="round"/><circle cx="0" cy="-18" r="20" fill="#45C9C1"/><path d="M-12-34Q-22-18-12-2M0-38Q-6-18 0 2M12-34Q22-18 12-2" fill="none" stroke="#1E9A94" stroke-width="4"/><path d="M-14-24Q-11-33-3-34" fill="none" stroke="#BFF3EE" stroke-width="4" stroke-linecap="round"/>';
  const corn = '<path d="M0 3Q-20-6-16-28Q-3-16 0 3Q3-16 16-28Q20-6 0 3Z" fill="#4CC26A"/><path d="M-10-12Q-12-44 0-52Q12-44 10-12Q0-4-10-12Z" fill="#FFC629"/><path d="M-6-40h12M-9-31H9M-9-22H9M0-50V-12" stroke="#E09A00" stroke-width="2.600"/><path d="M0 3Q-16-6-14-22Q-2-14 0 3Q3-14 14-22Q16-6 0 3Z" fill="#6FD98A"/>';
  [carrot, melon, corn].forEach((body, i) => {
    sprite(`ripe${i}`, [-26, -58, 52, 64], body);
    sprite(`icon${i}`, [-26, -26, 52, 52], `<g transform="translate(0 ${[17, 15, 20][i]}) scale(${[0.82, 0.86, 0.8][i]})">${body}</g>`);
  });
  sprite('rock', [-32, -40, 64, 46], '<path d="M-26 4L-22-20L-4-34L18-26L27-4L22 4Z" fill="#8A84A8"/><path d="M-26 4L-22-20L-4-34L4-16L-8 4Z" fill="#ABA6C6"/><circle cx="10" cy="-12" r="4" fill="#6B6590"/>');
  sprite('comet', [-26, -96, 52, 124], '<path d="M-18 0Q-14-60 0-92Q14-60 18 0Z" fill="#FF8A3D"/><path d="M-11 0Q-8-44 0-66Q8-44 11 0Z" fill="#FFD66B"/><circle r="19" fill="#8A84A8"/><path d="M-19 0A19 19 0 0 1 6-18Q-6-6-8 17A19 19 0 0 1-19 0Z" fill="#ABA6C6"/>');
  sprite('drop', [-14, -20, 28, 34], '<circle cx="0" cy="-3" r="13" fill="#fff"/><path d="M-5 6L0 13L5 6Z" fill="#fff"/><path d="M0-12Q7-4 7 0A7 7 0 0 1-7 0Q-7-4 0-12Z" fill="#2D7DD2"/>');

  // ---- who lives here
  sprite('farmer', [-46, -104, 92, 110], `
    ${line('M-9-18V-4M9-18V-4', '#D5E6F2', 12)}${line('M-10-2h-5M10-2h5', '#9FB7C8', 8)}
    ${line('M-15-36L-30-26M15-36L28-44', '#fff', 10)}
    <rect x="-17" y="-46" width="34" height="34" rx="12" fill="#fff"/><path d="M9-46A12 12 0 0 1 17-34V-24A12 12 0 0 1 5-12H-2Q10-24 9-46Z" fill="#D5E6F2"/><rect x="-8" y="-38" width="16" height="12" rx="3" fill="#45C9C1"/>
    <circle cx="0" cy="-62" r="26" fill="#fff"/><path d="M14-84A26 26 0 0 1-4-36Q20-46 14-84Z" fill="#D5E6F2"/><rect x="-19" y="-76" width="38" height="30" rx="15" fill="#0B1B33"/><rect x="-15" y="-73" width="30" height="24" rx="12" fill="#8A5030"/>
    <circle cx="-6" cy="-62" r="3" fill="#1b1020"/><circle cx="7" cy="-62" r="3" fill="#1b1020"/>${line('M-4-56Q0-52 5-56', '#1b1020', 2.4)}
    <path d="M-36-76Q0-92 36-76Q34-68 0-80T-36-76Z" fill="#FFC629"/><path d="M-19-79Q-16-100 0-100T19-79Q0-88-19-79Z" fill="#FFC629"/><path d="M-18-84Q0-92 18-84L19-79Q0-88-19-79Z" fill="#E23B24"/>`);
  sprite('hoe', [-14, -50, 34, 58], `${line('M0 4V-44', '#C98B4A', 5)}<path d="M-8-50h24v13H-8z" fill="#9FB7C8"/>`);
  sprite('can', [-22, -22, 52, 36], '<path d="M12-2L26-14" stroke="#1E9A94" stroke-width="6" stroke-linecap="round"/><path d="M-12-8Q-14-20 0-20T10-8" fill="none" stroke="#1E9A94" stroke-width="5"/><rect x="-15" y="-10" width="30" height="22" rx="6" fill="#45C9C1"/>');
  sprite('hen', [-30, -48, 60, 52], `${line('M-5-8V0M6-8V0', '#FF8A3D', 4)}<path d="M-26-30Q-14-34-6-26Q4-40 14-34Q24-26 18-14Q12-4-4-5Q-24-8-26-30Z" fill="#F2ECFF"/><path d="M-14-22Q0-26 6-16Q-4-8-14-22Z" fill="#C9BCEB"/><circle cx="15" cy="-32" r="10" fill="#F2ECFF"/><path d="M8-40Q10-48 14-42Q18-48 20-40Z" fill="#E23B24"/><path d="M24-33L32-30L24-27Z" fill="#FFC629"/><circle cx="18" cy="-34" r="2.600" fill="#1b1020"/>`);
  sprite('barn', [-44, -84, 88, 90], '<rect x="-30" y="-50" width="60" height="54" rx="2" fill="#E23B24"/><path d="M-38-46L-24-74H24L38-46Z" fill="#8E1F14"/><rect x="-12" y="-28" width="24" height="32" rx="2" fill="#fff"/><path d="M-12-28L12 4M12-28L-12 4" stroke="#E23B24" stroke-width="3.500"/><circle cx="0" cy="-58" r="8" fill="#FFF2C4"/>');
  sprite('rocket', [-44, -120, 88, 130], '<path d="M-18-26L-38-4L-34 2L-14-6ZM18-26L38-4L34 2L14-6Z" fill="#B82A16"/><path d="M-20-8Q-28-70 0-112Q28-70 20-8Z" fill="#FFF6E6"/><path d="M20-8Q28-70 0-112Q16-70 6-8Z" fill="#E3D3B8"/><path d="M-14-84Q-8-100 0-112Q8-100 14-84Q0-78-14-84Z" fill="#E23B24"/><circle cx="0" cy="-58" r="12" fill="#0C2A30"/><circle cx="0" cy="-58" r="8" fill="#8BE3F2"/><rect x="-16" y="-12" width="32" height="10" rx="4" fill="#E23B24"/>');
  sprite('flame', [-16, -4, 32, 50], '<path d="M-12 0Q-10 26 0 44Q10 26 12 0Z" fill="#FF8A3D"/><path d="M-6 0Q-5 16 0 26Q5 16 6 0Z" fill="#FFE79A"/>');
  sprite('pad', [-44, -14, 88, 20], '<rect x="-36" y="-8" width="72" height="12" rx="5" fill="#9FB7C8"/><rect x="-36" y="-8" width="72" height="5" rx="2.500" fill="#D5E6F2"/>');
  sprite('heart', [-14, -13, 28, 26], '<path d="M0 11Q-13 2-13-4A6.500 6.500 0 0 1 0-7A6.500 6.500 0 0 1 13-4Q13 2 0 11Z" fill="#FF6F91"/>');
  sprite('saucer', [-36, -22, 72, 36], '<path d="M-17-2A17 17 0 0 1 17-2Z" fill="#BFEFFF"/><ellipse cx="0" cy="0" rx="32" ry="9" fill="#9FB7C8"/><circle cx="-16" cy="2" r="3" fill="#FFC629"/><circle cx="0" cy="4" r="3" fill="#FFC629"/><circle cx="16" cy="2" r="3" fill="#FFC629"/>');
  sprite('ringed', [-46, -34, 92, 68], '<circle r="24" fill="#FF8A3D"/><path d="M-24-4A24 24 0 0 1 23-6Z" fill="#FFA95C"/><ellipse rx="40" ry="8" fill="none" stroke="#FFD98A" stroke-width="5" transform="rotate(-18)"/>');
  window.FarmArt = { SEASONS, PLOTS };
})();
