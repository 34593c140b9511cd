import type { components } from "./schema";

type Schemas = components["schemas"];

export interface DocumentInfo {
  id: number;
  kind: string;
  name: string;
  mime: string;
  bytes: number;
  expires_on: string | null;
  url: string;
}

export type User = Schemas["User"] & {
  emailVerified?: boolean;
  phoneVerified?: boolean;
  documents?: DocumentInfo[];
  favouriteCategories?: string[];
};
export type UserCard = Schemas["UserCard"];
export type Media = Schemas["Media"];
export type Message = Schemas["Message"];
export type Member = Schemas["Member"];
export type ChatSummary = Schemas["ChatSummary"];
export type ChatDetail = Schemas["ChatDetail"];
export type DemoAccount = Schemas["DemoAccount"];
export type SignedInDevice = Schemas["SignedInDevice"];
export type NewSecret = Schemas["NewSecret"];
export type Verification = Schemas["Verification"];
export type Privacy = Schemas["Privacy"];
export type Audience = Schemas["Audience"];
export type Letter = Schemas["Letter"];
