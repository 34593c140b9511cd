import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { CompanyTerms } from "@/shared/booking/types";
import { CategoryPolicies } from "@/shared/policies/CategoryPolicies";
import type { BookingFormat } from "../hooks/useBookingFormat";
import type { ContactForm } from "../hooks/useContactForm";
import type { Hold } from "../hooks/useHold";
import type { Problem } from "../model/problem";
import classes from "./Booking.module.css";
import { CancellationTerms } from "./CancellationTerms";
import { ContactFields } from "./ContactFields";
import { Notice } from "./Notice";
import { ExpiredNotice } from "./PickStep";

interface DetailsStepProps {
  id: string;
  form: ContactForm;
  company: CompanyTerms;
  /** Category of the offering. */
  category: string;
  hold: Hold;
  format: BookingFormat;
  problem: Problem | null;
  /** Summary, where no column shows it. */
  summary: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  onHoldAgain: () => void;
  onPickAgain: () => void;
}

/** Second step: contact and terms. */
export function DetailsStep(props: DetailsStepProps) {
  const { id, form, company, category, hold, format, problem, summary, onSubmit, onHoldAgain, onPickAgain } =
    props;
  const { t } = useTranslation("booking");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  return (
    <div className={classes.page}>
      {hold.status === "expired" && <ExpiredNotice onHoldAgain={onHoldAgain} onPickAgain={onPickAgain} />}
      {problem && <Notice title={problem.title} text={problem.text} />}
      {summary}
      <form id={id} className={classes.section} noValidate onSubmit={onSubmit}>
        <h2 ref={heading} tabIndex={-1} className={classes.sectionTitle}>
          {t("contact.title")}
        </h2>
        <ContactFields form={form} />
      </form>
      {hold.status === "held" && (
        <section className={classes.section}>
          <h2 className={classes.sectionTitle}>{t("cancellation.title")}</h2>
          <CancellationTerms terms={hold.booking} format={format} />
          <CategoryPolicies company={company.id} category={category} />
          <p className={classes.note}>{t("contact.shared", { company: company.name })}</p>
        </section>
      )}
    </div>
  );
}
