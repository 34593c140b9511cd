import type { components } from "./schema";

type Schemas = components["schemas"];

export type User = Schemas["User"];
export type Company = Schemas["Company"];
export type CompanyForm = Schemas["CompanyForm"];
export type AccountDocument = Schemas["Document"];
export type ProfileForm = Schemas["ProfileForm"];
export type Person = Schemas["Person"];
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
export type OutboxMessage = Schemas["OutboxMessage"];
export type Policy = Schemas["Policy"];
export type FacilityForm = Schemas["FacilityForm"];
export type CancellationTerms = Schemas["CancellationTerms"];
