// The tower, made by hand: sections in rising order. Heights go up from the section's own rest cloud.
// platform: [kind, x, height, width, extra]; x is the middle, 0..480.
//   kinds: cloud, bounce, ice, vanish, move (extra: [sway, seconds for a round trip])
// star: [x, height]. wind: [from, to, push] pushes a goat that is in the air.
window.SECTIONS = [
  {
    name: 'Morning Steps', tip: 'Hold, aim, let go', rest: [240, 480], tall: 620, sky: ['#45C9C1', '#5BD3CA'],
    platforms: [['cloud', 330, 110, 150], ['cloud', 150, 200, 150], ['cloud', 320, 300, 140], ['cloud', 140, 400, 140], ['cloud', 330, 510, 140]],
    stars: [[330, 165], [240, 300], [140, 455], [240, 600]],
  },
  {
    name: 'Pillow Hill', tip: 'Pink clouds bounce', rest: [160, 170], tall: 880, sky: ['#3FB4D8', '#58C0E0'],
    platforms: [['bounce', 340, 60, 130], ['cloud', 150, 300, 140], ['bounce', 330, 380, 120], ['cloud', 120, 600, 130], ['cloud', 300, 720, 120]],
    stars: [[340, 220], [340, 300], [330, 560], [120, 655]],
  },
  {
    name: 'Blink Bridge', tip: 'Gold clouds fade. Be quick!', rest: [340, 170], tall: 780, sky: ['#3A9FE0', '#4FACE6'],
    platforms: [['vanish', 170, 110, 130], ['vanish', 330, 230, 120], ['cloud', 160, 340, 120], ['vanish', 330, 450, 110], ['vanish', 150, 560, 110], ['cloud', 320, 670, 110]],
    stars: [[250, 180], [160, 395], [240, 520], [150, 620]],
  },
  {
    name: 'Drift Lane', tip: 'Purple clouds glide', rest: [160, 160], tall: 800, sky: ['#5B8DEB', '#6C9AEE'],
    platforms: [['move', 260, 120, 120, [110, 5]], ['move', 220, 260, 110, [120, 4.500]], ['cloud', 380, 380, 100], ['move', 200, 490, 100, [120, 4]], ['bounce', 380, 590, 100], ['cloud', 120, 700, 100]],
    stars: [[260, 190], [380, 440], [200, 560], [250, 800]],
  },
  {
    name: 'Slip Shelf', tip: 'Blue ice slides', rest: [330, 160], tall: 820, sky: ['#6F7BE8', '#808AEC'],
    platforms: [['ice', 150, 120, 170], ['ice', 350, 240, 150], ['ice', 140, 370, 140], ['vanish', 330, 480, 110], ['ice', 130, 590, 130], ['ice', 340, 710, 120]],
    stars: [[150, 180], [350, 300], [240, 450], [130, 650]],
  },
  {
    name: 'Windy Gap', tip: 'Lean into the wind', rest: [150, 150], tall: 860, sky: ['#8A6BE0', '#997DE5'],
    platforms: [['cloud', 340, 120, 120], ['cloud', 170, 250, 110], ['move', 300, 370, 100, [90, 4]], ['cloud', 120, 490, 100], ['vanish', 320, 610, 100], ['cloud', 150, 730, 100]],
    stars: [[340, 180], [100, 300], [240, 560], [320, 670]],
    winds: [[60, 360, 190], [480, 840, -210]],
  },
  {
    name: 'Sunset Springs', tip: 'Bounce from pink to pink', rest: [330, 150], tall: 1080, sky: ['#E8705F', '#EE8371'],
    platforms: [['bounce', 140, 90, 100], ['bounce', 340, 330, 90], ['move', 150, 520, 90, [80, 3.500]], ['bounce', 370, 640, 90], ['vanish', 160, 860, 100], ['ice', 340, 970, 100]],
    stars: [[140, 300], [340, 560], [370, 800], [160, 920]],
  },
  {
    name: 'Top of the Sky', tip: 'All of it at once. You can!', rest: [150, 150], tall: 1120, sky: ['#2B3A8F', '#35459C'],
    platforms: [['vanish', 340, 120, 100], ['move', 200, 250, 90, [110, 3.200]], ['ice', 390, 380, 90], ['vanish', 210, 500, 90], ['bounce', 70, 580, 80], ['move', 270, 820, 90, [120, 3]], ['vanish', 100, 940, 90], ['cloud', 300, 1030, 90]],
    stars: [[340, 190], [390, 440], [70, 760], [100, 1000]],
    winds: [[300, 640, -150], [840, 1100, 170]],
  },
];
