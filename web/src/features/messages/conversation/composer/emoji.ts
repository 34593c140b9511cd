// The compact set of the picker: what people use, not what exists.

export const groups = [
  {
    key: "faces",
    emoji:
      "😀 😄 😁 😅 😂 🤣 😊 😇 🙂 😉 😍 😘 😋 😜 🤪 🤗 🤔 🤨 😐 🙄 😏 😬 😴 😎 🤩 🥳 😕 🙁 😮 😳 🥺 😢 😭 😤 😡 🤯 😱 🤢 🤒 😷",
  },
  {
    key: "hands",
    emoji: "👍 👎 👌 ✌️ 🤞 🤙 👏 🙌 🙏 🤝 💪 👋 🤷 🤦 🙋 👀 ❤️ 🧡 💛 💚 💙 💜 🖤 💔 💯 ✨ 🔥 🎉",
  },
  {
    key: "nature",
    emoji:
      "🐶 🐱 🐭 🐰 🦊 🐻 🐼 🐨 🐯 🦁 🐮 🐷 🐸 🐵 🐔 🐧 🦆 🦉 🐝 🦋 🐢 🐙 🐬 🌸 🌹 🌻 🌳 🌵 🍀 🌈 ☀️ 🌙 ⭐ ⚡ ❄️ 🌊",
  },
  {
    key: "food",
    emoji:
      "🍎 🍊 🍋 🍌 🍉 🍇 🍓 🍒 🍑 🍍 🥑 🍅 🥕 🌽 🥐 🥖 🧀 🥚 🥓 🍔 🍟 🍕 🌮 🥗 🍝 🍣 🍤 🍰 🍫 🍿 ☕ 🍵 🍷 🍺 🥂 🍹",
  },
  {
    key: "places",
    emoji:
      "⚽ 🏀 🎾 🏐 🏓 🚴 🏊 ⛵ 🚗 🚕 🚌 🚆 ✈️ 🚀 ⛺ 🏖️ 🏝️ 🏔️ 🏛️ ⛪ 🏠 🏨 🎡 🎨 🎭 🎬 🎤 🎧 🎸 🎹 🎲 🎁 🎈 📷 💡 📚 ✅ ❌ ❓ ❗",
  },
] as const;
