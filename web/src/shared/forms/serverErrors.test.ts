import { readFileSync } from "node:fs";
import path from "node:path";
import type { TFunction } from "i18next";
import { describe, expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { SRC } from "@/test/files";
import { firstFieldError, translateServerError } from "./serverErrors";

const texts: Record<string, string> = JSON.parse(
  readFileSync(path.join(SRC, "locales/FR/auth.json"), "utf8"),
);
const t = ((key: string) => texts[key] ?? key) as TFunction<"auth">;

describe("server errors of fields", () => {
  test("are translated when the sentence is known", () => {
    expect(translateServerError("The code is wrong.", t)).toBe("Le code est incorrect");
    expect(translateServerError("Something that nobody has translated.", t)).toBe(
      "Something that nobody has translated.",
    );
  });

  test("keep the file name", () => {
    expect(translateServerError("kbis.pdf: The file is empty.", t)).toBe("kbis.pdf: Le fichier est vide");
    expect(translateServerError("kbis.pdf: Quite another thing.", t)).toBe("kbis.pdf: Quite another thing.");
  });

  test("come from the first rejected field", () => {
    const error = new ApiError({
      code: "validation",
      message: "Some fields are wrong.",
      status: 422,
      fields: { otp: ["The code is wrong."] },
    });
    expect(firstFieldError(error, t, "code", "otp")).toBe("Le code est incorrect");
    expect(firstFieldError(error, t, "email")).toBeNull();
    expect(firstFieldError(new Error("no"), t, "otp")).toBeNull();
  });
});
