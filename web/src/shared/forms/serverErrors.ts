import type { TFunction } from "i18next";
import { ApiError } from "@/api/errors";
import type { Form } from "@/lib/form";

/** Maps the server's sentences about fields to translation keys. */
const SERVER_MESSAGES: Readonly<Record<string, string>> = {
  "This is required.": "required",
  "Username is not available": "userNameTaken",
  "This e-mail address has an account already.": "emailTaken",
  "This address has an account already. Invite it if it is a business account, or enter another address.":
    "addressTaken",
  "This address is that of a member or of another invitation.": "memberAddress",
  "The two passwords differ.": "confirmDiffers",
  "This day is still to come.": "dayToCome",
  "The terms must be accepted.": "terms",
  "The code is wrong.": "codeWrong",
  "The code has expired. Ask for a new one.": "codeExpired",
  "Choose a password that you have not used before.": "passwordUsed",
  "Choose at least 3 categories.": "categories",
  "This is not your password.": "notYours",
  "The password is wrong.": "notYours",
  "Enter your password to change this.": "passwordRequired",
  "This account has no password yet. Set one by way of a forgotten password.": "noPassword",
  "This paper has expired.": "paperExpired",
  "The file is empty.": "fileEmpty",
  "What the file holds does not fit its name.": "fileOther",
  "The picture has too many pixels.": "pictureLarge",
  "The picture is damaged.": "pictureDamaged",
  "Enter an address such as https://www.example.com.": "website",
  "language is not update": "language",
  "country is not update": "country",
  "This account has no password yet. Choose one with “Forgot password?”.": "noPassword",
  "Choose at least one category.": "oneCategory",
  "Choose a country from the list.": "country",
  "Another company has this address.": "handleTaken",
  "Only the owner can change this.": "ownerOnly",
  "Active offerings use a category that you removed. Archive them first.": "categoryUsed",
  "Bookings are open. Change the time zone after they end.": "zoneBooked",
  "Upload this picture again.": "uploadAgain",
  "Enter a valid e-mail address.": "email",
  "Enter a valid phone number.": "phone",
  "Use 3 to 30 letters, digits, dots or underscores.": "userName",
  "Enter 1 to 60 characters.": "line60",
  "Enter 1 to 200 characters.": "line200",
  "Use at most 128 characters.": "password128",
};

/** The sentence in the person's language where it is known, else as the server said it. */
export function translateServerError(said: string, t: TFunction<"auth">): string {
  const key = SERVER_MESSAGES[said];
  if (key) return t(`serverError.${key}`);
  // Of one file among several the server says its name first.
  const [, name, rest = ""] = said.match(/^(.+?): (.+)$/) ?? [];
  const known = SERVER_MESSAGES[rest];
  return known ? `${name}: ${t(`serverError.${known}`)}` : said;
}

/** Moves the focus to the first field that is refused, in the order of the form. */
export function focusFirst<Values extends Record<string, unknown>>(
  form: Form<Values>,
  errors: Record<string, unknown>,
): void {
  const first = Object.keys(form.getValues()).find((field) => errors[field]);
  if (first) form.getInputNode(first)?.focus();
}

/** Puts what the server refused beside the fields it names. */
export function applyServerErrors<Values extends Record<string, unknown>>(
  form: Form<Values>,
  error: Error,
  t: TFunction<"auth">,
): void {
  if (!(error instanceof ApiError)) return;
  const errors = Object.fromEntries(
    Object.entries(error.fields).map(([field, texts]) => [
      field,
      texts.map((text) => translateServerError(text, t)).join(" "),
    ]),
  );
  form.setErrors(errors);
  focusFirst(form, errors);
}

/** Returns the translated error of the first rejected field among `fields`, or null. */
export function firstFieldError(error: Error, t: TFunction<"auth">, ...fields: string[]): string | null {
  if (!(error instanceof ApiError)) return null;
  const said = fields.flatMap((field) => error.fields[field] ?? [])[0];
  return said === undefined ? null : translateServerError(said, t);
}
