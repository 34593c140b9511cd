// The demo's reels: shots of the demo's pictures with a moving camera, effects, a mood of music and spoken lines.
// `lines` are the subtitles, [English, French], shared out evenly over the clip.

const warm = ["255,220,150", "255,196,120"];
const top = (zoom, turn = 0) => [0.5, 0.5, zoom, turn];

export const clips = [
  {
    name: "pizza-oven",
    category: "food",
    music: "warm",
    shots: [
      {
        picture: "food-pizza-01",
        from: top(1.25, -6),
        to: top(1.6, 10),
        effects: [
          {
            kind: "steam",
            at: [
              [0.4, 0.5],
              [0.62, 0.45],
            ],
            size: 0.13,
          },
        ],
      },
      {
        picture: "food-interior-05",
        from: [0.25, 0.5, 1.15],
        to: [0.7, 0.5, 1.05],
        enter: "push",
        effects: [
          {
            kind: "flames",
            at: [
              [0.31, 0.28, 0.2],
              [0.56, 0.3, 0.18],
              [0.85, 0.3, 0.2],
            ],
          },
          { kind: "dust" },
        ],
      },
      {
        picture: "food-pizza-05",
        from: top(1.7, 8),
        to: top(1.2, -4),
        enter: "rise",
        effects: [{ kind: "steam", at: [[0.5, 0.5]], size: 0.15 }],
      },
    ],
    lines: [
      ["The dough rests for two days.", "La pâte repose deux jours."],
      ["The oven does the rest in ninety seconds.", "Le four fait le reste en quatre-vingt-dix secondes."],
      ["Come while it is hot.", "Venez pendant qu’elle est chaude."],
    ],
  },
  {
    name: "dinner-terrace",
    category: "food",
    music: "warm",
    shots: [
      {
        picture: "food-terrace-04",
        from: [0.2, 0.5, 1.1],
        to: [0.62, 0.5, 1.1],
        effects: [
          {
            kind: "flames",
            at: [
              [0.28, 0.66, 0.12],
              [0.52, 0.62, 0.1],
              [0.75, 0.68, 0.12],
            ],
          },
          { kind: "bokeh", colours: warm, size: 0.03, bottom: 0.6 },
        ],
      },
      { picture: "food-tapas-03", from: top(1.35, 5), to: top(1.7, -5), enter: "zoom" },
      {
        picture: "food-terrace-02",
        from: [0.75, 0.5, 1.25],
        to: [0.4, 0.5, 1],
        effects: [
          {
            kind: "flames",
            at: [
              [0.3, 0.66, 0.12],
              [0.62, 0.64, 0.1],
            ],
          },
          { kind: "dust", bottom: 0.6 },
        ],
      },
    ],
    lines: [
      ["Tables outside until midnight.", "Des tables dehors jusqu’à minuit."],
      ["Small plates to share.", "Des petites assiettes à partager."],
      ["Which one would you take?", "Laquelle choisiriez-vous ?"],
    ],
  },
  {
    name: "sushi-board",
    category: "food",
    music: "calm",
    shots: [
      {
        picture: "food-sushi-02",
        from: top(1.3, -14),
        to: top(1.5, 14),
        linear: true,
        effects: [
          {
            kind: "glint",
            at: [
              [0.35, 0.4],
              [0.62, 0.55],
              [0.5, 0.3],
            ],
            size: 0.05,
          },
        ],
      },
      { picture: "food-sushi-04", from: [0.45, 0.75, 1.7], to: [0.45, 0.25, 1.7], enter: "rise" },
      {
        picture: "food-interior-06",
        from: [0.7, 0.5, 1.2],
        to: [0.3, 0.5, 1.05],
        enter: "push",
        effects: [
          {
            kind: "flames",
            at: [
              [0.2, 0.26, 0.15],
              [0.86, 0.27, 0.15],
              [0.5, 0.35, 0.12],
            ],
            colour: "255,225,180",
          },
        ],
      },
    ],
    lines: [
      ["Today’s fish, from the market at six.", "Le poisson du jour, du marché de six heures."],
      ["Rolled to order.", "Roulés à la commande."],
      ["Eight seats at the counter.", "Huit places au comptoir."],
    ],
  },
  {
    name: "cocktail-hour",
    category: "food",
    music: "bright",
    shots: [
      {
        picture: "food-cocktail-01",
        from: [0.45, 0.6, 1.35],
        to: [0.5, 0.5, 1],
        effects: [
          { kind: "bokeh", colours: ["255,190,120", "255,120,160"], size: 0.06 },
          {
            kind: "glint",
            at: [
              [0.3, 0.35],
              [0.55, 0.3],
            ],
          },
        ],
      },
      {
        picture: "food-cocktail-03",
        from: [0.4, 0.5, 1.05],
        to: [0.48, 0.45, 1.4],
        enter: "push",
        effects: [{ kind: "bokeh", colours: warm, size: 0.05 }],
      },
      {
        picture: "food-cocktail-05",
        from: [0.4, 0.5, 1.3],
        to: [0.55, 0.5, 1.05],
        enter: "push",
        effects: [
          { kind: "bokeh", colours: ["160,220,255", "200,255,180"], size: 0.05 },
          { kind: "glint", at: [[0.38, 0.4]] },
        ],
      },
    ],
    lines: [
      ["Aperitif from six to eight.", "L’apéritif, de six à huit."],
      ["Every bitter is made here.", "Chaque amer est fait maison."],
      ["The third one has no alcohol.", "Le troisième est sans alcool."],
    ],
  },
  {
    name: "morning-bakery",
    category: "food",
    music: "bright",
    shots: [
      {
        picture: "food-bread-04",
        from: top(1.3, 0),
        to: top(1.7, 12),
        effects: [{ kind: "ray" }, { kind: "steam", at: [[0.5, 0.45]], size: 0.12, strength: 0.14 }],
      },
      {
        picture: "food-pastry-01",
        from: [0.5, 0.8, 1.6],
        to: [0.5, 0.3, 1.5],
        enter: "rise",
        effects: [{ kind: "ray", from: 0.2, to: 0.9 }],
      },
      {
        picture: "food-drink-01",
        from: top(1.2, -8),
        to: top(1.45, 2),
        enter: "zoom",
        effects: [
          {
            kind: "steam",
            at: [
              [0.47, 0.4],
              [0.55, 0.45],
            ],
            size: 0.1,
          },
        ],
      },
    ],
    lines: [
      ["Warm at seven in the morning.", "Chauds à sept heures du matin."],
      ["Butter, flour, patience.", "Beurre, farine, patience."],
      ["Coffee is on us this week.", "Le café est offert cette semaine."],
    ],
  },
  {
    name: "chef-at-work",
    category: "food",
    music: "fair",
    shots: [
      {
        picture: "experiences-cooking-02",
        from: [0.35, 0.5, 1.3],
        to: [0.55, 0.5, 1.15],
        effects: [
          {
            kind: "steam",
            at: [
              [0.28, 0.64],
              [0.62, 0.68],
            ],
            size: 0.12,
          },
          { kind: "part", box: [0.38, 0.33, 0.15, 0.32], move: { bob: 0.006, speed: 3 } },
          {
            kind: "flames",
            at: [
              [0.26, 0.15, 0.16],
              [0.84, 0.15, 0.16],
            ],
          },
        ],
      },
      {
        picture: "food-pasta-01",
        from: top(1.2, 20),
        to: top(1.5, -20),
        linear: true,
        enter: "push",
        effects: [{ kind: "steam", at: [[0.5, 0.5]], size: 0.16 }],
      },
      {
        picture: "food-salad-01",
        from: top(1.6, -10),
        to: top(1.25, 5),
        enter: "push",
        effects: [{ kind: "fall", colours: ["#6f9a4a", "#a9c46c"], count: 9, size: 0.01 }],
      },
    ],
    lines: [
      ["Sauce first, then the pasta.", "La sauce d’abord, puis les pâtes."],
      ["One minute in the pan.", "Une minute dans la poêle."],
      ["Tonight’s menu is in the link.", "Le menu de ce soir est dans le lien."],
    ],
  },
  {
    name: "ship-at-dusk",
    category: "cruises",
    music: "sea",
    shots: [
      {
        picture: "cruises-ship-03",
        from: [0.2, 0.5, 1.1],
        to: [0.75, 0.5, 1.1],
        effects: [
          { kind: "water", top: 0.71, sway: 1.1 },
          { kind: "gulls", y: 0.22 },
        ],
      },
      {
        picture: "cruises-deck-03",
        from: [0.6, 0.5, 1.15],
        to: [0.45, 0.5, 1],
        effects: [
          { kind: "water", top: 0.33, bottom: 0.5, sway: 0.5, glitter: 26 },
          {
            kind: "flames",
            at: [
              [0.2, 0.13, 0.06],
              [0.45, 0.2, 0.06],
              [0.7, 0.13, 0.06],
            ],
          },
        ],
      },
      {
        picture: "cruises-cabin-02",
        from: [0.4, 0.5, 1.2],
        to: [0.52, 0.45, 1.5],
        enter: "zoom",
        effects: [{ kind: "flames", at: [[0.75, 0.55, 0.14]] }],
      },
    ],
    lines: [
      ["Five nights, four harbours.", "Cinq nuits, quatre ports."],
      ["Dinner under the lights.", "Le dîner sous les lumières."],
      ["A window on the sea for everyone.", "Une fenêtre sur la mer pour tous."],
    ],
  },
  {
    name: "waves-and-sails",
    category: "cruises",
    music: "sea",
    shots: [
      {
        picture: "cruises-ship-02",
        from: [0.25, 0.5, 1.15],
        to: [0.6, 0.5, 1.05],
        effects: [
          { kind: "water", top: 0.68, sway: 1.3, glitter: 60 },
          { kind: "gulls", y: 0.16, count: 6 },
        ],
      },
      {
        picture: "cruises-deck-01",
        from: [0.3, 0.5, 1.1],
        to: [0.65, 0.5, 1.1],
        enter: "push",
        effects: [
          { kind: "water", top: 0.37, bottom: 0.52, sway: 0.6 },
          { kind: "water", top: 0.72, bottom: 0.92, left: 0.14, right: 0.84, sway: 0.4, glitter: 24 },
        ],
      },
      {
        picture: "cruises-ship-07",
        from: [0.7, 0.5, 1.3],
        to: [0.45, 0.5, 1],
        effects: [
          { kind: "water", top: 0.7, sway: 1.1 },
          { kind: "ray", strength: 0.2 },
        ],
      },
    ],
    lines: [
      ["The wind does the work.", "Le vent fait le travail."],
      ["Swim at noon, islands at four.", "Baignade à midi, les îles à seize heures."],
      ["Ten cabins, no more.", "Dix cabines, pas plus."],
    ],
  },
  {
    name: "ice-and-peaks",
    category: "cruises",
    music: "calm",
    shots: [
      {
        picture: "cruises-ship-06",
        from: [0.75, 0.5, 1.1],
        to: [0.3, 0.5, 1.1],
        effects: [{ kind: "water", top: 0.7, sway: 0.8 }],
      },
      {
        picture: "experiences-animals-02",
        from: [0.5, 0.6, 1.3],
        to: [0.45, 0.5, 1.02],
        effects: [
          { kind: "fall", colours: ["#ffffff"], count: 60, size: 0.008, speed: 0.1, round: true },
          { kind: "part", box: [0.4, 0.62, 0.24, 0.36], move: { turn: 0.02, speed: 4 } },
        ],
      },
      {
        picture: "cruises-ship-04",
        from: [0.2, 0.5, 1.25],
        to: [0.6, 0.5, 1.05],
        effects: [
          { kind: "water", top: 0.72, sway: 0.7 },
          { kind: "fall", colours: ["#ffffff"], count: 40, size: 0.007, speed: 0.09, round: true },
        ],
      },
    ],
    lines: [
      ["North, as far as the road goes on water.", "Au nord, aussi loin que l’eau porte."],
      ["The neighbours dress well.", "Les voisins s’habillent bien."],
      ["Warm cabins, cold air.", "Cabines chaudes, air froid."],
    ],
  },
  {
    name: "hotel-at-dusk",
    category: "hotels",
    music: "warm",
    shots: [
      {
        picture: "hotels-pool-02",
        from: [0.3, 0.5, 1.15],
        to: [0.65, 0.5, 1.05],
        effects: [
          { kind: "water", top: 0.77, bottom: 0.99, left: 0.25, sway: 0.5, glitter: 30 },
          {
            kind: "flames",
            at: [
              [0.2, 0.12, 0.05],
              [0.45, 0.16, 0.05],
              [0.7, 0.12, 0.05],
              [0.9, 0.1, 0.05],
            ],
          },
        ],
      },
      {
        picture: "hotels-room-02",
        from: [0.65, 0.5, 1.3],
        to: [0.5, 0.5, 1.05],
        enter: "push",
        effects: [{ kind: "flames", at: [[0.68, 0.15, 0.22]], strength: 0.35 }],
      },
      {
        picture: "hotels-facade-01",
        from: [0.45, 0.7, 1.5],
        to: [0.45, 0.5, 1],
        effects: [{ kind: "bokeh", colours: warm, size: 0.02, strength: 0.22 }],
      },
    ],
    lines: [
      ["The pool is open until ten.", "La piscine est ouverte jusqu’à vingt-deux heures."],
      ["Rooms that look west.", "Des chambres qui regardent l’ouest."],
      ["Stay a night longer.", "Restez une nuit de plus."],
    ],
  },
  {
    name: "room-with-sea",
    category: "hotels",
    music: "calm",
    shots: [
      {
        picture: "hotels-room-11",
        from: [0.2, 0.5, 1.1],
        to: [0.6, 0.5, 1.2],
        effects: [{ kind: "ray", from: 0, to: 0.8 }, { kind: "dust" }],
      },
      {
        picture: "hotels-pool-01",
        from: [0.6, 0.6, 1.25],
        to: [0.4, 0.5, 1],
        effects: [
          { kind: "water", top: 0.78, bottom: 0.99, left: 0.02, right: 0.78, sway: 0.5, glitter: 30 },
        ],
      },
      {
        picture: "hotels-room-19",
        from: [0.3, 0.45, 1.5],
        to: [0.4, 0.5, 1.1],
        enter: "zoom",
        effects: [{ kind: "dust" }],
      },
    ],
    lines: [
      ["Wake up with the windows open.", "Se réveiller fenêtres ouvertes."],
      ["Then a swim.", "Puis un bain."],
      ["Breakfast waits until eleven.", "Le petit déjeuner attend jusqu’à onze heures."],
    ],
  },
  {
    name: "grand-lobby",
    category: "hotels",
    music: "hall",
    shots: [
      {
        picture: "hotels-lobby-02",
        from: [0.5, 0.3, 1.4],
        to: [0.5, 0.5, 1],
        effects: [
          { kind: "flames", at: [[0.45, 0.15, 0.24]], strength: 0.4 },
          {
            kind: "glint",
            at: [
              [0.42, 0.14],
              [0.48, 0.17],
              [0.45, 0.1],
            ],
            size: 0.05,
          },
        ],
      },
      {
        picture: "hotels-room-14",
        from: [0.75, 0.5, 1.15],
        to: [0.4, 0.5, 1.15],
        enter: "push",
        effects: [{ kind: "ray", from: 0.2, to: 1 }],
      },
      {
        picture: "hotels-facade-04",
        from: [0.5, 0.35, 1.35],
        to: [0.5, 0.5, 1.02],
        effects: [{ kind: "dust", colour: "255,255,255", bottom: 0.5, count: 26 }],
      },
    ],
    lines: [
      ["A hundred years old this spring.", "Cent ans ce printemps."],
      ["Every room has its own paper.", "Chaque chambre a son papier."],
      ["The key is made of brass.", "La clé est en laiton."],
    ],
  },
  {
    name: "hair-colour",
    category: "beauty",
    music: "bright",
    shots: [
      {
        picture: "beauty-hair-04",
        from: [0.5, 0.7, 1.5],
        to: [0.5, 0.45, 1.05],
        effects: [
          { kind: "bokeh", colours: ["255,230,200", "230,255,220"], size: 0.05, strength: 0.2 },
          {
            kind: "glint",
            at: [
              [0.45, 0.4],
              [0.6, 0.55],
              [0.4, 0.65],
            ],
          },
        ],
      },
      {
        picture: "beauty-salon-01",
        from: [0.15, 0.5, 1.1],
        to: [0.55, 0.5, 1.1],
        enter: "push",
        effects: [
          {
            kind: "glint",
            at: [
              [0.1, 0.45],
              [0.18, 0.42],
            ],
          },
          { kind: "ray", from: 0.6, to: 0.1 },
        ],
      },
      {
        picture: "beauty-hair-03",
        from: [0.5, 0.3, 1.15],
        to: [0.5, 0.7, 1.5],
        enter: "zoom",
        effects: [
          { kind: "bokeh", size: 0.05, strength: 0.2 },
          {
            kind: "glint",
            at: [
              [0.5, 0.3],
              [0.47, 0.5],
            ],
          },
        ],
      },
    ],
    lines: [
      ["From copper to gold.", "Du cuivre à l’or."],
      ["Two hours, one coffee.", "Deux heures, un café."],
      ["Book Leonor on Tuesdays.", "Réservez Leonor le mardi."],
    ],
  },
  {
    name: "nail-studio",
    category: "beauty",
    music: "fair",
    shots: [
      {
        picture: "beauty-nails-01",
        from: [0.3, 0.6, 1.3],
        to: [0.75, 0.6, 1.3],
        effects: [
          {
            kind: "glint",
            at: [
              [0.67, 0.63],
              [0.72, 0.6],
              [0.78, 0.6],
              [0.84, 0.63],
              [0.3, 0.55],
            ],
            size: 0.05,
          },
        ],
      },
      {
        picture: "beauty-nails-02",
        from: [0.8, 0.6, 1.2],
        to: [0.35, 0.6, 1.2],
        enter: "push",
        effects: [
          {
            kind: "glint",
            at: [
              [0.13, 0.6],
              [0.2, 0.58],
              [0.5, 0.5],
              [0.8, 0.55],
            ],
            size: 0.05,
          },
        ],
      },
      {
        picture: "beauty-nails-05",
        from: [0.5, 0.5, 1.05],
        to: [0.72, 0.65, 1.5],
        enter: "push",
        effects: [{ kind: "bokeh", colours: ["255,180,200"], size: 0.04, strength: 0.2 }],
      },
    ],
    lines: [
      ["Forty shades of autumn.", "Quarante nuances d’automne."],
      ["Dry in a minute.", "Sec en une minute."],
      ["Walk in until seven.", "Sans rendez-vous jusqu’à dix-neuf heures."],
    ],
  },
  {
    name: "facial",
    category: "beauty",
    music: "calm",
    shots: [
      {
        picture: "beauty-treatment-02",
        from: top(1.2, -6),
        to: top(1.5, 4),
        effects: [{ kind: "fall", colours: ["#fff4ee", "#f6d9d0"], count: 14, size: 0.016 }],
      },
      {
        picture: "beauty-salon-07",
        from: [0.2, 0.5, 1.15],
        to: [0.6, 0.5, 1.15],
        effects: [{ kind: "ray" }, { kind: "dust" }],
      },
      {
        picture: "beauty-treatment-05",
        from: [0.35, 0.45, 1.6],
        to: [0.55, 0.5, 1.15],
        enter: "rise",
        effects: [{ kind: "fall", colours: ["#fbe3ea", "#ffffff"], count: 16, size: 0.015 }],
      },
    ],
    lines: [
      ["Clay, rose, warm towels.", "Argile, rose, serviettes chaudes."],
      ["Nothing else for an hour.", "Rien d’autre pendant une heure."],
      ["Your skin will tell.", "Votre peau vous le dira."],
    ],
  },
  {
    name: "spa-candles",
    category: "relaxation",
    music: "calm",
    shots: [
      {
        picture: "relaxation-stones-01",
        from: [0.7, 0.6, 1.4],
        to: [0.5, 0.5, 1],
        effects: [
          {
            kind: "flames",
            at: [
              [0.775, 0.545, 0.2],
              [0.86, 0.6, 0.16],
              [0.07, 0.55, 0.12],
            ],
            strength: 0.6,
          },
          { kind: "water", top: 0.66, sway: 0.18, glitter: 22 },
          { kind: "bokeh", size: 0.045, strength: 0.25, bottom: 0.55 },
        ],
      },
      {
        picture: "relaxation-stones-05",
        from: [0.35, 0.5, 1.1],
        to: [0.7, 0.55, 1.3],
        effects: [
          {
            kind: "flames",
            at: [
              [0.77, 0.5, 0.2],
              [0.86, 0.62, 0.15],
            ],
            strength: 0.6,
          },
          { kind: "fall", colours: ["#e9a0c0", "#f6c4d8"], count: 12, size: 0.015 },
        ],
      },
      {
        picture: "relaxation-massage-04",
        from: [0.3, 0.5, 1.15],
        to: [0.55, 0.5, 1.05],
        effects: [
          {
            kind: "flames",
            at: [
              [0.2, 0.8, 0.14],
              [0.08, 0.8, 0.14],
            ],
          },
          { kind: "dust" },
        ],
      },
    ],
    lines: [
      ["Breathe in.", "Inspirez."],
      ["And out.", "Et expirez."],
      ["An hour for yourself.", "Une heure pour vous."],
    ],
  },
  {
    name: "hammam",
    category: "relaxation",
    music: "hall",
    shots: [
      {
        picture: "relaxation-hammam-03",
        from: [0.5, 0.25, 1.35],
        to: [0.5, 0.55, 1.02],
        effects: [
          {
            kind: "steam",
            at: [
              [0.3, 0.85],
              [0.5, 0.8],
              [0.7, 0.85],
            ],
            size: 0.22,
            strength: 0.18,
          },
          { kind: "dust", colour: "230,245,255" },
        ],
      },
      {
        picture: "relaxation-spa-03",
        from: [0.25, 0.5, 1.15],
        to: [0.7, 0.5, 1.15],
        effects: [
          { kind: "water", top: 0.66, left: 0.1, right: 0.9, sway: 0.5 },
          {
            kind: "flames",
            at: [
              [0.38, 0.24, 0.12],
              [0.5, 0.25, 0.12],
              [0.63, 0.24, 0.12],
            ],
            strength: 0.35,
          },
        ],
      },
      {
        picture: "relaxation-hammam-01",
        from: [0.7, 0.6, 1.4],
        to: [0.5, 0.5, 1.05],
        effects: [
          {
            kind: "steam",
            at: [
              [0.4, 0.85],
              [0.62, 0.8],
            ],
            size: 0.2,
            strength: 0.18,
          },
        ],
      },
    ],
    lines: [
      ["Steam, marble, silence.", "Vapeur, marbre, silence."],
      ["Then the pool at thirty-four degrees.", "Puis le bassin à trente-quatre degrés."],
      ["Tea is served after.", "Le thé est servi ensuite."],
    ],
  },
  {
    name: "night-pool",
    category: "relaxation",
    music: "calm",
    shots: [
      {
        picture: "relaxation-spa-02",
        from: [0.6, 0.5, 1.1],
        to: [0.4, 0.5, 1.1],
        effects: [
          { kind: "water", top: 0.64, left: 0.08, right: 0.92, sway: 0.5, glitter: 50 },
          {
            kind: "flames",
            at: [
              [0.38, 0.24, 0.14],
              [0.51, 0.25, 0.14],
              [0.64, 0.24, 0.14],
            ],
            strength: 0.4,
          },
        ],
      },
      {
        picture: "relaxation-stones-03",
        from: [0.35, 0.6, 1.3],
        to: [0.55, 0.5, 1],
        effects: [
          {
            kind: "flames",
            at: [
              [0.775, 0.54, 0.2],
              [0.86, 0.62, 0.16],
            ],
            strength: 0.6,
          },
          { kind: "water", top: 0.68, sway: 0.18, glitter: 20 },
        ],
      },
    ],
    lines: [
      ["Open late on Fridays.", "Ouvert tard le vendredi."],
      ["Bring nothing.", "N’apportez rien."],
    ],
  },
  {
    name: "gallery-night",
    category: "art",
    music: "hall",
    shots: [
      {
        picture: "art-gallery-02",
        from: [0.15, 0.5, 1.1],
        to: [0.7, 0.5, 1.1],
        linear: true,
        effects: [{ kind: "dust" }, { kind: "ray", strength: 0.16 }],
      },
      {
        picture: "art-museum-05",
        from: [0.4, 0.5, 1.4],
        to: [0.5, 0.5, 1.02],
        enter: "zoom",
        effects: [{ kind: "dust", colour: "220,235,255" }],
      },
      {
        picture: "art-gallery-05",
        from: [0.8, 0.5, 1.2],
        to: [0.35, 0.5, 1.05],
        enter: "push",
        effects: [{ kind: "dust" }],
      },
    ],
    lines: [
      ["Free on the first Thursday.", "Gratuit le premier jeudi."],
      ["The globe turns at noon.", "Le globe tourne à midi."],
      ["Take the long way round.", "Prenez le grand tour."],
    ],
  },
  {
    name: "opening-night",
    category: "art",
    music: "hall",
    shots: [
      {
        picture: "art-theatre-01",
        from: [0.5, 0.5, 1.02],
        to: [0.5, 0.5, 1.25],
        effects: [
          { kind: "flames", at: [[0.5, 0.12, 0.2]], strength: 0.5 },
          {
            kind: "glint",
            at: [
              [0.47, 0.1],
              [0.53, 0.12],
              [0.5, 0.16],
            ],
          },
        ],
      },
      {
        picture: "art-theatre-05",
        from: [0.5, 0.55, 1.5],
        to: [0.5, 0.5, 1.05],
        enter: "zoom",
        effects: [
          { kind: "part", box: [0.38, 0.38, 0.24, 0.4], move: { turn: 0.03, bob: 0.006, speed: 3 } },
          { kind: "dust", bottom: 0.7 },
        ],
      },
      {
        picture: "art-theatre-03",
        from: [0.4, 0.5, 1.15],
        to: [0.6, 0.5, 1.35],
        effects: [
          { kind: "part", box: [0.14, 0.3, 0.2, 0.5], move: { bob: 0.004, speed: 2 } },
          { kind: "dust", colour: "220,225,255", bottom: 0.6 },
        ],
      },
    ],
    lines: [
      ["Curtain at eight.", "Lever de rideau à vingt heures."],
      ["Ninety minutes, no interval.", "Quatre-vingt-dix minutes, sans entracte."],
      ["A few seats are left.", "Il reste quelques places."],
    ],
  },
  {
    name: "club-lights",
    category: "music",
    music: "club",
    beat: 2,
    shots: [
      {
        picture: "music-club-01",
        from: [0.5, 0.5, 1.02],
        to: [0.5, 0.45, 1.35],
        effects: [
          {
            kind: "beams",
            at: [
              [0.1, 0],
              [0.3, 0],
              [0.5, 0.05],
              [0.7, 0],
              [0.9, 0],
            ],
            colours: ["255,80,200", "120,140,255", "255,200,120"],
          },
          { kind: "crowd", top: 0.72 },
          { kind: "pulse" },
        ],
      },
      {
        picture: "music-club-04",
        from: [0.3, 0.5, 1.15],
        to: [0.65, 0.5, 1.15],
        enter: "zoom",
        effects: [
          {
            kind: "beams",
            at: [
              [0.15, 0],
              [0.38, 0],
              [0.62, 0],
              [0.85, 0],
            ],
            colours: ["80,255,190", "90,170,255"],
          },
          { kind: "crowd", top: 0.72 },
          { kind: "pulse" },
        ],
      },
      {
        picture: "music-club-03",
        from: [0.5, 0.4, 1.4],
        to: [0.5, 0.5, 1.05],
        enter: "push",
        effects: [
          {
            kind: "beams",
            at: [
              [0.1, 0],
              [0.35, 0],
              [0.65, 0],
              [0.9, 0],
            ],
            colours: ["255,120,60", "255,60,90", "255,210,120"],
          },
          { kind: "crowd", top: 0.72 },
          { kind: "pulse" },
        ],
      },
    ],
    lines: [
      ["Doors at eleven.", "Portes à vingt-trois heures."],
      ["Three rooms, one ticket.", "Trois salles, un billet."],
      ["See you at the front.", "On se voit devant."],
    ],
  },
  {
    name: "band-on-stage",
    category: "music",
    music: "club",
    beat: 2,
    shots: [
      {
        picture: "music-stage-01",
        from: [0.35, 0.5, 1.2],
        to: [0.6, 0.5, 1.2],
        effects: [
          {
            kind: "beams",
            at: [
              [0.25, 0.2],
              [0.42, 0.2],
              [0.58, 0.2],
              [0.75, 0.2],
            ],
            colours: ["255,110,200", "130,160,255"],
          },
          { kind: "crowd", top: 0.76 },
        ],
      },
      {
        picture: "music-stage-02",
        from: [0.5, 0.55, 1.6],
        to: [0.5, 0.5, 1.1],
        enter: "zoom",
        effects: [
          { kind: "crowd", top: 0.76 },
          { kind: "fall", colours: ["#ffd36b", "#ff8a5c", "#fff2c9"], count: 40, size: 0.009 },
          { kind: "pulse" },
        ],
      },
      {
        picture: "music-stage-04",
        from: [0.7, 0.5, 1.25],
        to: [0.4, 0.5, 1.05],
        enter: "push",
        effects: [
          {
            kind: "beams",
            at: [
              [0.25, 0.2],
              [0.5, 0.2],
              [0.75, 0.2],
            ],
            colours: ["220,120,255", "255,170,120"],
          },
          { kind: "crowd", top: 0.76 },
          { kind: "pulse" },
        ],
      },
    ],
    lines: [
      ["One more song.", "Encore une chanson."],
      ["The whole square sang.", "Toute la place a chanté."],
      ["Next date: Saturday.", "Prochaine date : samedi."],
    ],
  },
  {
    name: "piano-evening",
    category: "music",
    music: "hall",
    shots: [
      {
        picture: "music-concert-06",
        from: [0.5, 0.6, 1.6],
        to: [0.5, 0.5, 1.05],
        effects: [{ kind: "dust" }, { kind: "flames", at: [[0.5, 0.1, 0.2]], strength: 0.3 }],
      },
      {
        picture: "music-concert-01",
        from: [0.2, 0.5, 1.1],
        to: [0.7, 0.5, 1.1],
        effects: [
          {
            kind: "glint",
            at: [
              [0.4, 0.2],
              [0.55, 0.15],
              [0.6, 0.25],
            ],
          },
          { kind: "dust" },
        ],
      },
    ],
    lines: [
      ["Forty minutes of Schubert.", "Quarante minutes de Schubert."],
      ["Sit close, listen slowly.", "Asseyez-vous près, écoutez lentement."],
    ],
  },
  {
    name: "fun-fair",
    category: "experiences",
    music: "fair",
    shots: [
      {
        picture: "experiences-park-04",
        from: [0.5, 0.4, 1.25],
        to: [0.58, 0.5, 1],
        effects: [
          { kind: "part", box: [0.372, 0.055, 0.425, 0.64], move: { spin: 0.05 } },
          {
            kind: "bokeh",
            colours: ["255,200,120", "255,120,150", "140,200,255"],
            size: 0.03,
            strength: 0.25,
          },
        ],
      },
      {
        picture: "experiences-park-03",
        from: [0.3, 0.5, 1.15],
        to: [0.6, 0.5, 1.25],
        enter: "push",
        effects: [
          { kind: "part", box: [0.3, 0.44, 0.2, 0.3], move: { bob: 0.012, speed: 3 } },
          { kind: "part", box: [0.52, 0.44, 0.2, 0.3], move: { bob: -0.012, speed: 3 } },
          { kind: "fall", colours: ["#f2b84b", "#e4572e", "#4f9d9d", "#ffffff"], count: 24, size: 0.008 },
        ],
      },
      {
        picture: "experiences-park-02",
        from: [0.2, 0.45, 1.2],
        to: [0.75, 0.45, 1.2],
        enter: "push",
        effects: [
          { kind: "gulls", y: 0.15 },
          { kind: "fall", colours: ["#f2b84b", "#e4572e", "#4f9d9d", "#ffffff"], count: 20, size: 0.008 },
        ],
      },
    ],
    lines: [
      ["The big wheel runs until midnight.", "La grande roue tourne jusqu’à minuit."],
      ["Under six rides free.", "Gratuit pour les moins de six ans."],
      ["Hold on to your hat.", "Tenez bien votre chapeau."],
    ],
  },
  {
    name: "balloons",
    category: "experiences",
    music: "warm",
    shots: [
      {
        picture: "experiences-park-05",
        from: [0.75, 0.5, 1.1],
        to: [0.3, 0.45, 1.2],
        effects: [
          { kind: "fire", at: [0.665, 0.8], width: 0.012, height: 0.05 },
          { kind: "ray", strength: 0.2 },
          { kind: "gulls", y: 0.6, count: 3 },
        ],
      },
      {
        picture: "tours-mountain-01",
        from: [0.4, 0.6, 1.3],
        to: [0.6, 0.45, 1.05],
        enter: "rise",
        effects: [
          { kind: "ray", from: 1, to: 0.1 },
          { kind: "gulls", y: 0.25 },
        ],
      },
    ],
    lines: [
      ["Up before the sun.", "Debout avant le soleil."],
      ["Down in time for breakfast.", "De retour pour le petit déjeuner."],
    ],
  },
  {
    name: "kayak-coast",
    category: "experiences",
    music: "sea",
    shots: [
      {
        picture: "experiences-kayak-01",
        from: [0.35, 0.5, 1.15],
        to: [0.6, 0.5, 1.15],
        effects: [
          { kind: "water", top: 0.5, bottom: 0.72, sway: 0.7, glitter: 30 },
          { kind: "water", top: 0.83, sway: 0.8, glitter: 20 },
          { kind: "gulls", y: 0.14 },
        ],
      },
      {
        picture: "experiences-animals-04",
        from: [0.6, 0.45, 1.3],
        to: [0.4, 0.5, 1.05],
        enter: "rise",
        effects: [
          { kind: "water", top: 0.8, sway: 0.8 },
          {
            kind: "glint",
            at: [
              [0.3, 0.6],
              [0.4, 0.7],
              [0.65, 0.55],
            ],
          },
        ],
      },
      {
        picture: "experiences-kayak-03",
        from: [0.7, 0.5, 1.25],
        to: [0.4, 0.5, 1.05],
        effects: [
          { kind: "water", top: 0.55, bottom: 0.72, sway: 0.7, glitter: 24 },
          { kind: "water", top: 0.84, sway: 0.8 },
        ],
      },
    ],
    lines: [
      ["Two hours along the cliffs.", "Deux heures le long des falaises."],
      ["Sometimes we have company.", "Parfois nous avons de la compagnie."],
      ["Back with the last light.", "Retour avec la dernière lumière."],
    ],
  },
  {
    name: "pottery",
    category: "experiences",
    music: "warm",
    shots: [
      {
        picture: "experiences-pottery-01",
        from: [0.5, 0.65, 1.4],
        to: [0.5, 0.5, 1.1],
        effects: [
          { kind: "part", box: [0.36, 0.28, 0.28, 0.46], clip: "none", move: { bob: 0.004, speed: 7 } },
          { kind: "ray", from: 1, to: 0.3 },
          { kind: "dust" },
        ],
      },
      {
        picture: "shops-ceramics-03",
        from: [0.3, 0.6, 1.3],
        to: [0.6, 0.6, 1.3],
        enter: "push",
        effects: [{ kind: "ray" }],
      },
      {
        picture: "experiences-pottery-02",
        from: [0.3, 0.4, 1.3],
        to: [0.55, 0.5, 1.1],
        effects: [
          { kind: "part", box: [0.36, 0.28, 0.28, 0.46], clip: "none", move: { bob: 0.004, speed: 7 } },
          { kind: "dust" },
        ],
      },
    ],
    lines: [
      ["Your first bowl, in an afternoon.", "Votre premier bol, en un après-midi."],
      ["We fire and glaze it for you.", "Nous le cuisons et l’émaillons pour vous."],
      ["Clay under the nails included.", "Terre sous les ongles comprise."],
    ],
  },
  {
    name: "bicycle-tour",
    category: "tours",
    music: "bright",
    shots: [
      {
        picture: "tours-bike-01",
        from: [0.3, 0.55, 1.25],
        to: [0.6, 0.55, 1.1],
        effects: [
          { kind: "gulls", y: 0.16 },
          { kind: "fall", colours: ["#ffffff", "#f6d26b"], count: 14, size: 0.007, drift: 0.2 },
        ],
      },
      {
        picture: "tours-town-01",
        from: [0.5, 0.55, 1.05],
        to: [0.5, 0.5, 1.7],
        linear: true,
        enter: "zoom",
        effects: [{ kind: "ray" }],
      },
      {
        picture: "tours-bike-03",
        from: [0.75, 0.5, 1.15],
        to: [0.45, 0.55, 1.2],
        enter: "push",
        effects: [
          { kind: "ray", from: 1, to: 0 },
          { kind: "gulls", y: 0.2 },
        ],
      },
    ],
    lines: [
      ["Twelve kilometres, no hill.", "Douze kilomètres, aucune côte."],
      ["Through the old streets first.", "D’abord par les vieilles rues."],
      ["The basket holds a picnic.", "Le panier contient un pique-nique."],
    ],
  },
  {
    name: "old-harbour",
    category: "tours",
    music: "sea",
    shots: [
      {
        picture: "tours-harbour-03",
        from: [0.2, 0.5, 1.1],
        to: [0.75, 0.5, 1.1],
        effects: [
          { kind: "water", top: 0.62, sway: 0.35, glitter: 50 },
          {
            kind: "flames",
            at: [
              [0.2, 0.12, 0.05],
              [0.35, 0.12, 0.05],
              [0.5, 0.08, 0.05],
            ],
          },
        ],
      },
      {
        picture: "tours-town-03",
        from: [0.5, 0.5, 1.05],
        to: [0.5, 0.48, 1.6],
        linear: true,
        effects: [
          {
            kind: "flames",
            at: [
              [0.12, 0.4, 0.1],
              [0.85, 0.4, 0.1],
              [0.3, 0.2, 0.06],
              [0.7, 0.2, 0.06],
            ],
          },
        ],
      },
      {
        picture: "tours-harbour-02",
        from: [0.7, 0.5, 1.2],
        to: [0.35, 0.5, 1.05],
        effects: [
          { kind: "water", top: 0.62, sway: 0.35, glitter: 50 },
          { kind: "gulls", y: 0.15, count: 5 },
        ],
      },
    ],
    lines: [
      ["Stories of fishermen and smugglers.", "Des histoires de pêcheurs et de contrebandiers."],
      ["Two hours, ten people.", "Deux heures, dix personnes."],
      ["It ends where the wine is.", "Elle finit là où est le vin."],
    ],
  },
  {
    name: "temple-at-dusk",
    category: "tours",
    music: "hall",
    shots: [
      {
        picture: "tours-ruins-01",
        from: [0.3, 0.5, 1.25],
        to: [0.55, 0.5, 1.05],
        effects: [{ kind: "ray" }, { kind: "dust", top: 0.3 }, { kind: "gulls", y: 0.15, count: 3 }],
      },
      {
        picture: "tours-ruins-03",
        from: [0.55, 0.4, 1.05],
        to: [0.45, 0.45, 1.4],
        effects: [{ kind: "dust", colour: "255,210,220" }],
      },
      {
        picture: "tours-ruins-02",
        from: [0.2, 0.5, 1.1],
        to: [0.75, 0.5, 1.1],
        enter: "push",
        effects: [{ kind: "ray" }, { kind: "gulls", y: 0.12 }],
      },
    ],
    lines: [
      ["Before the gates open.", "Avant l’ouverture des portes."],
      ["Two thousand years of evening light.", "Deux mille ans de lumière du soir."],
      ["With an archaeologist.", "Avec une archéologue."],
    ],
  },
  {
    name: "market-street",
    category: "shops",
    music: "fair",
    shots: [
      {
        picture: "shops-storefront-06",
        from: [0.2, 0.55, 1.1],
        to: [0.75, 0.55, 1.1],
        linear: true,
        effects: [
          { kind: "ray" },
          { kind: "fall", colours: ["#c9784a", "#e2a24b", "#8f9a4a"], count: 14, size: 0.009 },
        ],
      },
      {
        picture: "shops-storefront-01",
        from: [0.3, 0.6, 1.5],
        to: [0.5, 0.5, 1.05],
        enter: "zoom",
        effects: [{ kind: "fall", colours: ["#f2c4d0", "#ffffff"], count: 16, size: 0.009 }],
      },
      {
        picture: "shops-storefront-02",
        from: [0.75, 0.5, 1.15],
        to: [0.3, 0.5, 1.15],
        enter: "push",
        effects: [
          {
            kind: "flames",
            at: [
              [0.1, 0.35, 0.12],
              [0.9, 0.35, 0.12],
              [0.5, 0.6, 0.3],
            ],
            strength: 0.3,
          },
        ],
      },
    ],
    lines: [
      ["Fresh every morning.", "Frais chaque matin."],
      ["Flowers from the valley.", "Des fleurs de la vallée."],
      ["And a book for the way home.", "Et un livre pour le retour."],
    ],
  },
  {
    name: "new-collection",
    category: "shops",
    music: "club",
    beat: 2,
    shots: [
      {
        picture: "shops-shirt-03",
        from: [0.5, 0.55, 1.4],
        to: [0.5, 0.5, 1.05],
        effects: [{ kind: "ray" }, { kind: "pulse", strength: 0.1 }],
      },
      {
        picture: "shops-shoes-03",
        from: [0.35, 0.6, 1.3],
        to: [0.65, 0.6, 1.3],
        enter: "push",
        effects: [{ kind: "ray" }, { kind: "pulse", strength: 0.1 }],
      },
      {
        picture: "shops-bag-04",
        from: [0.5, 0.65, 1.05],
        to: [0.5, 0.55, 1.45],
        enter: "rise",
        effects: [
          {
            kind: "glint",
            at: [
              [0.5, 0.62],
              [0.4, 0.58],
              [0.6, 0.58],
            ],
          },
          { kind: "pulse", strength: 0.1 },
        ],
      },
      {
        picture: "shops-shirt-02",
        from: [0.5, 0.45, 1.4],
        to: [0.5, 0.5, 1.1],
        enter: "zoom",
        effects: [{ kind: "ray" }, { kind: "pulse", strength: 0.1 }],
      },
    ],
    lines: [
      ["The new season is in.", "La nouvelle saison est là."],
      ["Sewn two streets away.", "Cousu à deux rues d’ici."],
      ["Try it on until Sunday.", "À essayer jusqu’à dimanche."],
    ],
  },
  {
    name: "lamps-and-clay",
    category: "shops",
    music: "warm",
    shots: [
      {
        picture: "shops-lamp-01",
        from: [0.5, 0.4, 1.2],
        to: [0.5, 0.5, 1.05],
        effects: [{ kind: "flames", at: [[0.52, 0.4, 0.5]], strength: 0.4 }, { kind: "dust" }],
      },
      {
        picture: "shops-mug-02",
        from: [0.35, 0.5, 1.1],
        to: [0.55, 0.5, 1.3],
        enter: "push",
        effects: [
          {
            kind: "steam",
            at: [
              [0.42, 0.14],
              [0.72, 0.3],
            ],
            size: 0.08,
          },
        ],
      },
      {
        picture: "shops-plant-01",
        from: [0.5, 0.6, 1.35],
        to: [0.5, 0.5, 1.05],
        enter: "rise",
        effects: [{ kind: "ray" }, { kind: "dust" }],
      },
    ],
    lines: [
      ["Made to be used every day.", "Fait pour servir tous les jours."],
      ["No two are the same.", "Il n’y en a pas deux pareilles."],
      ["In the shop and here.", "En boutique et ici."],
    ],
  },
  {
    name: "burger-night",
    category: "food",
    music: "bright",
    shots: [
      {
        picture: "food-burger-02",
        from: [0.42, 0.6, 1.45],
        to: [0.42, 0.5, 1.1],
        effects: [
          { kind: "steam", at: [[0.5, 0.2]], size: 0.1 },
          { kind: "bokeh", colours: warm, size: 0.04, bottom: 0.6 },
        ],
      },
      {
        picture: "food-drink-03",
        from: [0.35, 0.6, 1.2],
        to: [0.6, 0.55, 1.4],
        enter: "push",
        effects: [
          {
            kind: "glint",
            at: [
              [0.46, 0.3],
              [0.72, 0.34],
              [0.6, 0.6],
            ],
          },
          { kind: "bokeh", colours: warm, size: 0.03, bottom: 0.7 },
        ],
      },
      {
        picture: "food-interior-07",
        from: [0.75, 0.5, 1.15],
        to: [0.35, 0.5, 1.05],
        enter: "rise",
        effects: [
          {
            kind: "flames",
            at: [
              [0.33, 0.32, 0.16],
              [0.55, 0.32, 0.14],
              [0.81, 0.27, 0.2],
            ],
          },
          { kind: "dust" },
        ],
      },
    ],
    lines: [
      ["Two patties, cheese in between.", "Deux steaks, le fromage entre les deux."],
      ["A cold one goes with it.", "Avec, une bière bien fraîche."],
      ["The kitchen is open until eleven.", "La cuisine est ouverte jusqu’à vingt-trois heures."],
    ],
  },
  {
    name: "cake-to-order",
    category: "food",
    music: "warm",
    shots: [
      {
        picture: "food-cake-01",
        from: [0.5, 0.35, 1.5],
        to: [0.5, 0.5, 1.1],
        effects: [
          { kind: "fall", colours: ["#f6c6cf", "#fff3ee", "#e9a3b2"], count: 18 },
          {
            kind: "glint",
            at: [
              [0.5, 0.25],
              [0.4, 0.3],
              [0.62, 0.3],
            ],
            size: 0.04,
          },
        ],
      },
      { picture: "food-pastry-04", from: top(1.7, -10), to: top(1.35, 8), enter: "zoom" },
      {
        picture: "food-cake-03",
        from: [0.4, 0.6, 1.15],
        to: [0.55, 0.4, 1.5],
        enter: "push",
        effects: [{ kind: "bokeh", colours: ["255,225,235", "255,240,225"], size: 0.05, bottom: 0.5 }],
      },
    ],
    lines: [
      ["Cherries, cream and a secret.", "Des cerises, de la crème et un secret."],
      ["Every colour has its taste.", "Chaque couleur a son goût."],
      ["Order today, pick up on Saturday.", "Commandez aujourd’hui, à retirer samedi."],
    ],
  },
  {
    name: "cabin-with-sunset",
    category: "cruises",
    music: "sea",
    shots: [
      {
        picture: "cruises-cabin-05",
        from: [0.75, 0.6, 1.3],
        to: [0.4, 0.5, 1.15],
        effects: [
          { kind: "flames", at: [[0.27, 0.6, 0.2]], strength: 0.35 },
          { kind: "ray" },
          { kind: "dust" },
        ],
      },
      {
        picture: "cruises-deck-04",
        from: [0.35, 0.5, 1.2],
        to: [0.7, 0.5, 1.05],
        enter: "push",
        effects: [
          { kind: "water", top: 0.4, bottom: 0.52, sway: 0.4, glitter: 18 },
          { kind: "gulls", y: 0.16 },
        ],
      },
      {
        picture: "cruises-ship-10",
        from: [0.7, 0.5, 1.05],
        to: [0.4, 0.5, 1.2],
        effects: [
          { kind: "water", top: 0.74, sway: 0.8 },
          { kind: "gulls", y: 0.2, count: 5 },
        ],
      },
    ],
    lines: [
      ["Two windows for every sunset.", "Deux hublots pour chaque coucher de soleil."],
      ["Breakfast is served on deck.", "Le petit-déjeuner est servi sur le pont."],
      ["We sail on Friday at six.", "Départ vendredi à dix-huit heures."],
    ],
  },
  {
    name: "museum-after-hours",
    category: "art",
    music: "calm",
    shots: [
      {
        picture: "art-museum-02",
        from: [0.35, 0.5, 1.2],
        to: [0.65, 0.5, 1.1],
        linear: true,
        effects: [{ kind: "ray", strength: 0.18 }, { kind: "dust" }],
      },
      {
        picture: "art-museum-04",
        from: [0.8, 0.55, 1.35],
        to: [0.3, 0.5, 1.1],
        enter: "push",
        effects: [{ kind: "dust", strength: 0.4 }],
      },
      {
        picture: "art-gallery-04",
        from: [0.3, 0.5, 1.25],
        to: [0.7, 0.5, 1.1],
        enter: "zoom",
        effects: [{ kind: "ray", strength: 0.2 }],
      },
    ],
    lines: [
      ["The museum stays open for you.", "Le musée reste ouvert pour vous."],
      ["Thirty visitors, no queue.", "Trente visiteurs, aucune file."],
      ["Every Thursday from eight.", "Chaque jeudi dès vingt heures."],
    ],
  },
  {
    name: "climbing-wall",
    category: "experiences",
    music: "bright",
    shots: [
      {
        picture: "experiences-climbing-02",
        from: [0.5, 0.8, 1.5],
        to: [0.5, 0.3, 1.3],
        effects: [
          {
            kind: "fall",
            colours: ["#ffffff", "#f2ead9"],
            count: 14,
            size: 0.005,
            round: true,
            drift: 0.02,
          },
        ],
      },
      {
        picture: "experiences-climbing-01",
        from: [0.8, 0.7, 1.3],
        to: [0.5, 0.45, 1.05],
        enter: "rise",
        effects: [
          { kind: "ray", from: 0.9, to: 0.1 },
          { kind: "gulls", y: 0.2, count: 3 },
        ],
      },
      {
        picture: "experiences-climbing-04",
        from: [0.7, 0.7, 1.45],
        to: [0.75, 0.4, 1.2],
        enter: "push",
        effects: [{ kind: "ray" }],
      },
    ],
    lines: [
      ["First the wall, with a rope.", "D’abord le mur, avec une corde."],
      ["Then the rock, with a view.", "Puis la falaise, avec la vue."],
      ["Shoes are included.", "Les chaussons sont compris."],
    ],
  },
  {
    name: "mountain-lake",
    category: "tours",
    music: "sea",
    shots: [
      {
        picture: "tours-mountain-02",
        from: [0.75, 0.5, 1.15],
        to: [0.4, 0.5, 1.05],
        effects: [
          { kind: "gulls", y: 0.22, count: 3 },
          { kind: "dust", bottom: 0.9 },
        ],
      },
      {
        picture: "tours-mountain-03",
        from: [0.45, 0.6, 1.35],
        to: [0.6, 0.5, 1.05],
        enter: "zoom",
        effects: [
          { kind: "water", top: 0.53, bottom: 0.66, left: 0.15, right: 0.85, sway: 0.35, glitter: 16 },
          { kind: "ray", colour: "255,214,160" },
        ],
      },
      {
        picture: "tours-town-05",
        from: [0.3, 0.45, 1.2],
        to: [0.6, 0.5, 1.1],
        enter: "push",
        effects: [
          {
            kind: "flames",
            at: [
              [0.38, 0.1, 0.08],
              [0.6, 0.12, 0.08],
              [0.45, 0.36, 0.1],
              [0.9, 0.16, 0.12],
            ],
            strength: 0.4,
          },
        ],
      },
    ],
    lines: [
      ["Six kilometres, mostly level.", "Six kilomètres, presque à plat."],
      ["A swim if you dare.", "Une baignade pour les braves."],
      ["Back in town by nine.", "De retour en ville à vingt et une heures."],
    ],
  },
  {
    name: "massage-hour",
    category: "relaxation",
    music: "calm",
    shots: [
      {
        picture: "relaxation-massage-01",
        from: [0.7, 0.55, 1.25],
        to: [0.45, 0.5, 1.1],
        effects: [
          {
            kind: "flames",
            at: [
              [0.38, 0.54, 0.08],
              [0.55, 0.54, 0.08],
              [0.71, 0.54, 0.08],
              [0.93, 0.8, 0.12],
            ],
          },
          { kind: "ray" },
        ],
      },
      {
        picture: "relaxation-stones-02",
        from: [0.3, 0.6, 1.35],
        to: [0.65, 0.65, 1.2],
        enter: "push",
        effects: [
          {
            kind: "flames",
            at: [
              [0.285, 0.54, 0.14],
              [0.195, 0.64, 0.1],
            ],
          },
          { kind: "bokeh", colours: warm, size: 0.05, bottom: 0.5 },
        ],
      },
      {
        picture: "relaxation-hammam-04",
        from: [0.4, 0.5, 1.2],
        to: [0.6, 0.5, 1.05],
        enter: "zoom",
        effects: [
          {
            kind: "steam",
            at: [
              [0.4, 0.75],
              [0.55, 0.72],
              [0.7, 0.76],
            ],
            size: 0.16,
          },
        ],
      },
    ],
    lines: [
      ["Sixty minutes without a screen.", "Soixante minutes sans écran."],
      ["Warm stones, warm oil.", "Des pierres chaudes, de l’huile tiède."],
      ["Then the hammam, as long as you like.", "Puis le hammam, autant que vous voulez."],
    ],
  },
];
