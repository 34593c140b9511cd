import type { components } from "./schema";

type Schemas = components["schemas"];

export type User = Schemas["User"];
export type UserCard = Schemas["UserCard"];
export type Media = Schemas["Media"];
export type Message = Schemas["Message"];
export type Member = Schemas["Member"];
export type ChatSummary = Schemas["ChatSummary"];
export type ChatDetail = Schemas["ChatDetail"];
export type DemoAccount = Schemas["DemoAccount"];
