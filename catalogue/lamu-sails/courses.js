// The six races. Positions are in world pixels; the start line is at (0, 0).
// wind: the way the wind blows TO, in degrees (0 east, 90 south). shift: how far it swings, in degrees.
// tide: strength and direction of the stream. skill: how fast the rivals sail, 1 = as well as physics allows.
// laps: times round the marks. islands: [x, y, radius]; overlapping circles make one island. banks: [x, y, radiusX, radiusY], dry at low tide.
'use strict';
window.COURSES = [
  {
    name: 'Shela Beach', fact: 'Shela is a village with a long, white beach on Lamu Island.',
    laps: 2, wind: 90, shift: 0, gusts: 2, tide: { dir: 0, flow: 0 }, skill: 0.74,
    marks: [[900, -60], [1500, 320], [800, 620], [-40, 330]],
    islands: [[700, 250, 110], [800, 300, 130], [420, -520, 190], [620, -560, 150], [1900, 0, 170], [1950, 160, 120], [120, 900, 170]],
    banks: [],
  },
  {
    name: 'Lamu Town', fact: 'Lamu Old Town is a World Heritage Site. Its streets are too narrow for cars.',
    laps: 2, wind: 160, shift: 8, gusts: 3, tide: { dir: 90, flow: 10 }, skill: 0.79,
    marks: [[600, 520], [1350, 420], [1500, -380], [640, -480], [-20, 40]],
    islands: [[880, -30, 170], [1010, 60, 130], [1000, -110, 110], [300, 980, 190], [480, 1020, 150], [1950, 200, 180], [80, -760, 170]],
    banks: [[380, 230, 130, 60]],
  },
  {
    name: 'Manda Channel', fact: 'Manda Island lies just across the water from Lamu town.',
    laps: 1, wind: 180, shift: 12, gusts: 4, tide: { dir: 180, flow: 18 }, skill: 0.84,
    marks: [[850, -260], [1650, 240], [2150, -300], [1500, -700], [640, -720], [0, -200]],
    islands: [[1120, 90, 150], [1240, 150, 120], [1180, -420, 130], [1300, -460, 110], [1820, -120, 90], [500, 480, 210], [2600, 60, 190], [300, -1100, 170]],
    banks: [[560, -120, 130, 60], [1980, 80, 110, 60]],
  },
  {
    name: 'Takwa Ruins', fact: 'At Takwa on Manda Island you can walk among the stones of an old Swahili town.',
    laps: 2, wind: -50, shift: 16, gusts: 4, tide: { dir: 45, flow: 24 }, skill: 0.88,
    marks: [[760, -420], [700, -1150], [1500, -1240], [1700, -500], [1100, 120], [420, 500], [-60, 60]],
    islands: [[1130, -760, 190], [1260, -660, 140], [1040, -640, 120], [1500, 80, 130], [300, -720, 110], [200, -820, 100], [780, 140, 90], [2150, -900, 180], [-300, 640, 180]],
    banks: [[420, -220, 120, 60], [1340, -250, 140, 60], [760, 330, 120, 50]],
  },
  {
    name: 'Pate Passage', fact: 'Pate is the biggest island near Lamu. Very old towns stood there.',
    laps: 2, wind: 200, shift: 22, gusts: 5, tide: { dir: 20, flow: 32 }, skill: 0.92,
    marks: [[700, 320], [1450, 20], [2200, 380], [2250, -520], [1500, -620], [760, -420], [-40, -120]],
    islands: [[1080, -190, 130], [1180, -230, 110], [1800, -120, 170], [1900, -20, 120], [1120, 540, 190], [1300, 600, 150], [360, -560, 120], [2800, -60, 200], [1800, -1060, 190]],
    banks: [[420, 100, 130, 55], [1860, 330, 130, 50], [1150, -560, 120, 60]],
  },
  {
    name: 'Kiwayu Dash', fact: 'Sea turtles lay their eggs on the beaches near Kiwayu.',
    laps: 2, wind: 70, shift: 30, gusts: 6, tide: { dir: -90, flow: 38 }, skill: 0.96,
    marks: [[720, -380], [1500, -180], [1400, 560], [2200, 700], [2500, -100], [1950, -760], [1000, -860], [-40, -220]],
    islands: [[1080, 140, 170], [1000, 280, 140], [1920, 180, 190], [2020, 60, 120], [1500, -520, 110], [1600, -560, 90], [420, 420, 150], [2950, 400, 200], [400, -940, 170], [1700, 1080, 210]],
    banks: [[460, -150, 120, 60], [1440, 180, 90, 130], [2300, 330, 100, 80], [1450, -820, 130, 50]],
  },
];
