import { describe, expect, test } from "vitest";
import {
  changesOf,
  EMPTY,
  newDocumentDraft,
  registration,
  STEPS,
  stepOf,
  validateStep,
} from "./businessForm";

const file = new File(["%PDF-1.4"], "kbis.pdf", { type: "application/pdf" });
const filled = {
  ...EMPTY,
  company_name: "Chez Louise",
  company_email: "hello@louise.example",
  company_phone: "+33 4 12 34 56 78",
  address: "3 Harbour Street",
  city: "Lyon",
  postalCode: "69001",
  country: "FR",
};

describe("the sign-up of a business", () => {
  test("asks each field at one step", () => {
    expect(STEPS.flat().sort()).toEqual(Object.keys(EMPTY).sort());
    expect(stepOf("company_name")).toBe(0);
    expect(stepOf("email")).toBe(1);
    expect(stepOf("document_kinds")).toBe(2);
  });

  test("reports errors of the current step only", () => {
    expect(validateStep(0, filled, "2026-11-21")).toEqual({});
    expect(validateStep(0, { ...filled, website: "nowhere", city: " " }, "2026-11-21")).toEqual({
      website: "websiteInvalid",
      city: "cityRequired",
    });
    expect(Object.keys(validateStep(2, filled, "2026-11-21"))).toEqual(["categories", "terms"]);
  });

  test("rejects an expired document and accepts one that expires today", () => {
    const draft = newDocumentDraft(file, "registration");
    const until = (expires_on: string) => ({
      ...filled,
      categories: ["food"],
      terms: true,
      documents: [{ ...draft, expires_on }],
    });
    expect(validateStep(2, until("2026-11-20"), "2026-11-21")).toEqual({ documents: "documentsExpired" });
    expect(validateStep(2, until("2026-11-21"), "2026-11-21")).toEqual({});
    expect(validateStep(2, until(""), "2026-11-21")).toEqual({});
  });

  test("sends documents in order and omits empty fields", () => {
    const documents = [
      { ...newDocumentDraft(file, "registration"), expires_on: "2027-01-01" },
      newDocumentDraft(file, "insurance"),
    ];
    const form = registration({ ...filled, categories: ["food", "shops"], documents, terms: true });
    expect(form.getAll("categories")).toEqual(["food", "shops"]);
    expect(form.getAll("document_kinds")).toEqual(["registration", "insurance"]);
    expect(form.getAll("document_expires_on")).toEqual(["2027-01-01", ""]);
    expect(form.getAll("documents").map((sent) => (sent as File).name)).toEqual(["kbis.pdf", "kbis.pdf"]);
    expect(form.get("terms")).toBe("true");
    expect(form.has("website")).toBe(false);
  });

  test("sends only changed and cleared company fields", () => {
    const before = { ...filled, website: "https://louise.example", categories: ["food"] };
    expect(changesOf(before, { ...before })).toEqual({});
    const after = {
      ...before,
      website: "",
      city: "Nice",
      categories: ["food", "music"],
      firstName: "Louise",
    };
    expect(changesOf(before, after)).toEqual({ website: "", city: "Nice", categories: ["food", "music"] });
  });
});
