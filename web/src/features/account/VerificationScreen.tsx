import { Button } from "@mantine/core";
import { IconMail, IconPhone } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { Verification } from "@/api/types";
import { toast } from "@/lib/toasts";
import { CodeForm } from "@/shared/forms/CodeForm";
import classes from "@/shared/settings/settings.module.css";
import { Bdi } from "@/ui/Bdi";
import { ErrorState } from "@/ui/ErrorState";
import { Icon } from "@/ui/Icon";
import { Screen } from "@/ui/Screen";
import { RowSkeletons } from "@/ui/Skeletons";
import { type Contact, useVerification, useVerify } from "./api";
import { ContactForm } from "./components/ContactForm";

const CHANNELS = ["email", "phone"] as const;
export type Channel = (typeof CHANNELS)[number];
const ICONS = { email: IconMail, phone: IconPhone } as const;

type Step =
  | { at: "list" }
  | { at: "contact"; channel: Channel }
  | { at: "code"; channel: Channel; to: string }
  /** A code was sent at some time before the screen was opened. */
  | { at: "sent" };

/** Steps that a link opens: `/verification?email=confirm`. */
const OPENED: Readonly<Record<string, Step>> = {
  confirm: { at: "sent" },
  add: { at: "contact", channel: "email" },
};

const contactOf = (channel: Channel, to: string): Contact =>
  channel === "email" ? { email: to } : { phone: to };

/** Address that waits for its code, if any. */
const unconfirmed = (status: Verification): string | null =>
  status.pending_email ?? (status.email_verified ? null : status.email) ?? null;

/** Verifies an email or a phone number: choose, receive the code, enter it. */
export function VerificationScreen({ back }: { back: string }) {
  const { t } = useTranslation("account");
  const status = useVerification();
  const { send, verify } = useVerify();
  const [search, setSearch] = useSearchParams();
  const [chosen, setChosen] = useState<Step>({ at: "list" });
  const linked = OPENED[search.get("email") ?? ""];
  const to = status.data && unconfirmed(status.data);
  const opened = linked ?? chosen;
  const isOld = opened.at === "sent";
  const step: Exclude<Step, { at: "sent" }> =
    opened.at !== "sent" ? opened : to ? { at: "code", channel: "email", to } : { at: "list" };
  const setStep = (next: Step) => {
    setChosen(next);
    if (linked) setSearch({}, { replace: true });
  };
  return (
    <Screen title={t("title.verification")} back={back}>
      <div className={classes.page}>
        <p className={classes.lead}>{t("verification.lead")}</p>
        {status.isPending ? (
          <RowSkeletons rows={2} />
        ) : status.isLoadingError ? (
          <ErrorState title={t("verification.failed")} onRetry={() => status.refetch()} />
        ) : step.at === "list" ? (
          <ul className={classes.list}>
            {CHANNELS.map((channel) => (
              <ChannelItem
                key={channel}
                channel={channel}
                status={status.data}
                onVerify={() => setStep({ at: "contact", channel })}
              />
            ))}
          </ul>
        ) : step.at === "contact" ? (
          <ContactForm
            channel={step.channel}
            known={
              (step.channel === "email" && status.data.pending_email) || (status.data[step.channel] ?? "")
            }
            own={[status.data[step.channel] ?? null, status.data.pending_email ?? null]}
            onSend={(to, password) =>
              send.mutateAsync({ ...contactOf(step.channel, to), ...(password && { password }) })
            }
            onSent={(to) => setStep({ at: "code", channel: step.channel, to })}
            onBack={() => setStep({ at: "list" })}
          />
        ) : (
          <>
            <p>{t(isOld ? "verification.sentBefore" : "verification.sent", { to: step.to })}</p>
            <CodeForm
              digits={6}
              submitText={t("verification.submit")}
              resendWait={isOld ? 0 : undefined}
              onResend={() => send.mutateAsync(contactOf(step.channel, step.to))}
              onCode={async (otp) => {
                await verify.mutateAsync({ ...contactOf(step.channel, step.to), otp });
                toast.success(t("verification.done"));
                setStep({ at: "list" });
              }}
            >
              <Button variant="subtle" onClick={() => setStep({ at: "contact", channel: step.channel })}>
                {t("common:action.back")}
              </Button>
            </CodeForm>
          </>
        )}
      </div>
    </Screen>
  );
}

interface ChannelItemProps {
  channel: Channel;
  status: Verification;
  onVerify: () => void;
}

function ChannelItem({ channel, status, onVerify }: ChannelItemProps) {
  const { t } = useTranslation("account");
  const verified = status[`${channel}_verified`];
  const act = verified ? "change" : status[channel] ? "start" : "add";
  return (
    <li className={classes.item}>
      <Icon of={ICONS[channel]} size={28} />
      <div className={classes.words}>
        <p>{t(`verification.${channel}`)}</p>
        <p className={classes.muted}>
          <Bdi>{status[channel] ?? t("verification.none")}</Bdi>{" "}
          {status[channel] && (
            <span className={classes.chip} data-kind={verified ? undefined : "warning"}>
              {t(verified ? "verification.is" : "verification.isNot")}
            </span>
          )}
        </p>
        {channel === "email" && status.pending_email && (
          <p className={classes.muted}>{t("verification.pending", { email: status.pending_email })}</p>
        )}
      </div>
      <Button
        variant={verified ? "subtle" : "default"}
        aria-label={t(`verification.${act}.${channel}`)}
        onClick={onVerify}
      >
        {t(`verification.${act}`)}
      </Button>
    </li>
  );
}
