import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

/** Ten steps of a hue for Mantine's own variants; step 7 is the light token and step 3 the dark one. */
const tile: MantineColorsTuple = [
  "#eef4f9",
  "#d8e6f1",
  "#b0cfe8",
  "#7fb2dd",
  "#5c98ca",
  "#3f7fb3",
  "#2c679a",
  "#1d4f7c",
  "#173f63",
  "#10304d",
];
const terracotta: MantineColorsTuple = [
  "#fdf1ec",
  "#f9ddd2",
  "#f2b59d",
  "#e98a63",
  "#df7148",
  "#d3613a",
  "#cb5933",
  "#c4532f",
  "#a84323",
  "#86351b",
];
const olive: MantineColorsTuple = [
  "#f4f8ea",
  "#e5efcf",
  "#cbdda3",
  "#a9c46c",
  "#94b253",
  "#7f9d41",
  "#6d8b33",
  "#5c7a29",
  "#4e6a20",
  "#3b5117",
];
const brick: MantineColorsTuple = [
  "#fdeeed",
  "#fad7d4",
  "#f6b3ae",
  "#f2938c",
  "#e2645b",
  "#d2453b",
  "#c2342b",
  "#b3261e",
  "#931d16",
  "#711610",
];

export const theme = createTheme({
  colors: { tile, terracotta, olive, brick },
  primaryColor: "tile",
  primaryShade: { light: 7, dark: 3 },
  black: "#1b1f27",
  white: "#ffffff",
  fontFamily: "var(--p-font)",
  fontSizes: {
    xs: "var(--p-text-xs)",
    sm: "var(--p-text-sm)",
    md: "var(--p-text-md)",
    lg: "var(--p-text-lg)",
    xl: "var(--p-text-xl)",
  },
  headings: {
    fontFamily: "var(--p-font-title)",
    fontWeight: "560",
    sizes: {
      h1: { fontSize: "var(--p-text-3xl)", lineHeight: "1.15" },
      h2: { fontSize: "var(--p-text-2xl)", lineHeight: "1.2" },
      h3: { fontSize: "var(--p-text-xl)", lineHeight: "1.25" },
      h4: { fontSize: "var(--p-text-lg)", lineHeight: "1.3" },
    },
  },
  defaultRadius: "md",
  radius: { xs: "4px", sm: "6px", md: "8px", lg: "12px", xl: "16px" },
  spacing: { xs: "8px", sm: "12px", md: "16px", lg: "24px", xl: "32px" },
  breakpoints: { xs: "24em", sm: "48em", md: "62em", lg: "75em", xl: "90em" },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // The variant is named, so that the style sheet can tell a filled button.
    Button: { defaultProps: { size: "md", variant: "filled" } },
    ActionIcon: { defaultProps: { size: 44, variant: "subtle", color: "gray" } },
    TextInput: { defaultProps: { size: "md" } },
    Textarea: { defaultProps: { size: "md" } },
    PasswordInput: { defaultProps: { size: "md" } },
    Checkbox: { defaultProps: { size: "sm", radius: "sm" } },
    Menu: { defaultProps: { radius: "lg", shadow: "none", transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { radius: "lg", shadow: "none", transitionProps: { duration: 120 } } },
  },
});

/** Mantine's own variables speak our tokens, so that one file holds every color. */
export const mantineVariables: CSSVariablesResolver = () => {
  const shared = {
    "--mantine-color-body": "var(--p-surface)",
    "--mantine-color-text": "var(--p-ink)",
    "--mantine-color-dimmed": "var(--p-muted)",
    "--mantine-color-placeholder": "var(--p-muted)",
    "--mantine-color-default": "var(--p-raised)",
    "--mantine-color-default-hover": "var(--p-sunken)",
    "--mantine-color-default-color": "var(--p-ink)",
    "--mantine-color-default-border": "var(--p-line)",
    "--mantine-color-error": "var(--p-danger)",
    "--mantine-color-anchor": "var(--p-primary)",
    "--mantine-color-gray-light-color": "var(--p-ink)",
    "--mantine-color-gray-light-hover": "var(--p-sunken)",
    "--mantine-color-brick-light-color": "var(--p-danger)",
    "--mantine-color-brick-light-hover": "var(--p-danger-soft)",
  };
  return { variables: { "--mantine-line-height": "1.5" }, light: shared, dark: shared };
};
