// Players, ball and gloves as SVG, in each team's colours. Fx turns each into a bitmap once.
(function () {
  'use strict';
  const { sprite } = window.Fx;
  const INK = '#0C2A30';
  const line = (d, colour, width) => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

  /** Street teams: shirt, band and short colours, skin. The last one is you. */
  const TEAMS = [
    { name: 'Kisumu Herons', shirt: '#45C9C1', band: '#0C2A30', skin: '#6B3A24' },
    { name: 'Nakuru Flamingos', shirt: '#FF6F91', band: '#FFFFFF', skin: '#8A5030' },
    { name: 'Eldoret Eagles', shirt: '#F2F2F2', band: '#1E9E5A', skin: '#5A3018' },
    { name: 'Mombasa Dhows', shirt: '#2D7DD2', band: '#FFFFFF', skin: '#7A4528' },
    { name: 'Nairobi Lions', shirt: '#E23B24', band: '#FFC629', skin: '#6B3A24' },
    { name: 'You', shirt: '#FFC629', band: '#0C2A30', skin: '#7A4528' },
  ];

  const face = (skin, x, y) => `<circle cx="${x}" cy="${y}" r="16" fill="${skin}"/><path d="M${x - 16} ${y - 4}A16 16 0 0 1 ${x + 16} ${y - 4}Q${x} ${y - 13} ${x - 16} ${y - 4}Z" fill="#1b1020"/><circle cx="${x - 6}" cy="${y + 1}" r="2.600" fill="#1b1020"/><circle cx="${x + 6}" cy="${y + 1}" r="2.600" fill="#1b1020"/>`;
  const glove = (x, y) => `<circle cx="${x}" cy="${y}" r="9" fill="#FFF6E6"/><circle cx="${x}" cy="${y}" r="5" fill="#FF8A3D"/>`;

  TEAMS.forEach(({ shirt, band, skin }, i) => {
    // keeper, ready: feet at 0,0
    sprite(`ready${i}`, [-50, -112, 100, 118], `
      ${line('M-9-34L-14-4M9-34L14-4', INK, 12)}${line('M-14-3h-6M14-3h6', '#fff', 8)}
      ${line('M-18-62L-36-44M18-62L36-44', shirt, 11)}${glove(-38, -41)}${glove(38, -41)}
      <rect x="-20" y="-74" width="40" height="44" rx="13" fill="${shirt}"/><rect x="-20" y="-58" width="40" height="11" fill="${band}"/>
      ${face(skin, 0, -88)}<path d="M-6-80Q0-75 6-80" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round"/>`);
    // keeper, diving to the right: 0,0 is between the gloves
    sprite(`dive${i}`, [-122, -46, 138, 84], `
      ${line('M-76 14L-104 22M-76 2L-106-2', INK, 12)}${line('M-104 22l-7 5M-106-2l-8-3', '#fff', 8)}
      ${line('M-34-6L-6-16M-34 10L-4 6', shirt, 11)}
      <rect x="-84" y="-10" width="54" height="30" rx="13" fill="${shirt}"/><rect x="-64" y="-10" width="11" height="30" fill="${band}"/>
      <circle cx="-24" cy="2" r="16" fill="${skin}"/><path d="M-39-4A16 16 0 0 1-8-5Q-22-13-39-4Z" fill="#1b1020"/>
      <circle cx="-22" cy="2" r="2.600" fill="#1b1020"/><circle cx="-13" cy="1" r="2.600" fill="#1b1020"/><ellipse cx="-17" cy="10" rx="4" ry="3" fill="#fff"/>
      ${glove(0, -18)}${glove(3, 6)}`);
    // outfield player, facing us: feet at 0,0. Also stands in the wall
    const body = (legs) => `${legs}${line('M-17-60L-26-42M17-60L26-42', skin, 9)}
      <rect x="-19" y="-72" width="38" height="40" rx="12" fill="${shirt}"/><rect x="-5" y="-72" width="10" height="40" fill="${band}"/>
      <rect x="-17" y="-38" width="34" height="16" rx="6" fill="${INK}"/>${face(skin, 0, -86)}<path d="M-5-78h10" stroke="#fff" stroke-width="3" stroke-linecap="round"/>`;
    sprite(`stand${i}`, [-40, -108, 80, 114], body(line('M-9-26V-6M9-26V-6', skin, 10) + line('M-9-4h-4M9-4h4', '#fff', 8)));
    sprite(`run${i}`, [-44, -108, 88, 114], body(line('M-9-26L-16-12L-26-18M9-26L14-6', skin, 10) + line('M-28-18l-4 4M14-4h5', '#fff', 8)));
  });

  sprite('ball', [-34, -34, 68, 68], '<circle r="32" fill="#fff"/><path d="M-32 0A32 32 0 0 0 32 0Q16 16 0 16T-32 0Z" fill="#DCE8EE"/><path d="M0-14L13-5 8 10H-8L-13-5Z" fill="#0C2A30"/><path d="M0-32L9-26 0-19-9-26ZM-31-6L-23-10-18 0-27 7Q-31 1-31-6ZM31-6L23-10 18 0 27 7Q31 1 31-6ZM-18 26L-14 17-4 20V32Q-12 31-18 26ZM18 26L14 17 4 20V32Q12 31 18 26Z" fill="#0C2A30"/>', 3);
  // your own gloves, seen from behind
  const hand = (flip) => `<g transform="scale(${flip} 1)"><path d="M8 44V18Q2-2 8-8T16-2V-26Q22-34 28-26V-34Q34-42 40-34V-27Q46-33 51-25V-14Q57-18 60-10V18Q58 34 48 44Z" fill="#FFC629"/><path d="M20 30V6Q36-2 50 6V30Q36 38 20 30Z" fill="#FF8A3D"/><rect x="6" y="40" width="46" height="14" rx="6" fill="#0C2A30"/></g>`;
  sprite('gloves', [-66, -46, 132, 104], hand(1) + hand(-1), 3);
  sprite('cup', [-30, -50, 60, 56], '<path d="M-18-38H-26Q-28-20-12-18M18-38H26Q28-20 12-18" fill="none" stroke="#E0A000" stroke-width="5"/><path d="M-20-46H20Q20-14 4-10V-4H14V4H-14V-4H-4V-10Q-20-14-20-46Z" fill="#FFC629"/><path d="M-13-46H-6Q-6-24-2-14Q-13-20-13-46Z" fill="#FFE79A"/>');
  window.TEAMS = TEAMS;
})();
