import { Button } from "@mantine/core";
import { IconMail, IconPhone } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
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
  | { at: "code"; channel: Channel; to: string };

const contactOf = (channel: Channel, to: string): Contact =>
  channel === "email" ? { email: to } : { phone: to };

/** Verifies an email or a phone number: choose, receive the code, enter it. */
export function VerificationScreen() {
  const { t } = useTranslation("account");
  const status = useVerification();
  const { send, verify } = useVerify();
  const [step, setStep] = useState<Step>({ at: "list" });
  return (
    <Screen title={t("title.verification")} back="/UserProfile/User">
      <div className={classes.page}>
        <p className={classes.lead}>{t("verification.lead")}</p>
        {status.isPending ? (
          <RowSkeletons rows={2} />
        ) : status.isError ? (
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
            <p>{t("verification.sent", { to: step.to })}</p>
            <CodeForm
              digits={6}
              submitText={t("verification.submit")}
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
